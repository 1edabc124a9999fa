import { expect } from "chai";
import { HIDDEN_TEXT } from "../../../src/base/untrusted-text.ts";

import { createAlphaHre } from "../../support/alpha-hre.ts";
import { startFaultyServer } from "../../support/node-model/server.ts";
import { errorOf, pluginMessageOf } from "../../support/rejection-of.ts";

type Node = (method: string, params: readonly unknown[]) => unknown;

const FROM = "0x00000000000000000000000000000000000000f0";
const HASH = `0x${"ab".repeat(32)}`;
// Frozen: Hardhat writes the fees that it chooses into the caller's object.
const TRANSACTION = Object.freeze({ from: FROM, to: FROM, gas: "0x5208" });
const unsupported = (method: string) => ({
  error: { code: -32601, message: `the method ${method} does not exist` },
});

/** A node whose next base fee is 64 gwei, with a tip of 20 wei. */
const londonNode: Node = (method) => {
  switch (method) {
    case "eth_chainId":
      return "0x7ec8";
    case "eth_getBlockByNumber":
      return { number: "0x1", baseFeePerGas: "0x40" };
    case "eth_feeHistory":
      return { baseFeePerGas: ["0x1", "0xee6b28000"], reward: [["0x14"]] };
    case "eth_gasPrice":
      return "0x64";
    case "eth_maxPriorityFeePerGas":
      return "0x1e";
    default:
      return HASH;
  }
};

/** What the node above answers, but for some methods. */
const withAnswers =
  (answers: Readonly<Record<string, unknown>>): Node =>
  (method, params) =>
    method in answers ? answers[method] : londonNode(method, params);

/** What reaches a node when a transaction is sent, in order. */
async function send(
  node: Node,
  {
    transaction = { ...TRANSACTION },
    gasFeeMultiplier = 1.5,
    path = "",
    method = "eth_sendTransaction",
  }: {
    readonly transaction?: object;
    readonly gasFeeMultiplier?: number;
    readonly path?: string;
    readonly method?: string;
  } = {},
) {
  const server = await startFaultyServer({ node });
  const hre = await createAlphaHre({
    alpha: {
      networks: {
        devnet: {
          url: `${server.url}${path}`,
          gasFeeMultiplier,
          hardhat: { accounts: "remote" },
        },
      },
    },
  });
  const connection = await hre.network.create("devnet");
  try {
    await connection.provider.request({ method, params: [transaction] });
  } finally {
    await connection.close();
    await server.close();
  }
  const requests: { method: string; params: unknown[] }[] = server.received.map(
    ({ body }) => JSON.parse(body),
  );
  return {
    methods: requests.map((request) => request.method),
    sent: requests.find((request) => request.method === method)?.params[0],
  };
}

describe("the fees of a transaction that states none, by what the node answers", () => {
  it("given base fees, are the ceiling for three full blocks and the median tip, multiplied", async () => {
    const { sent } = await send(londonNode);

    expect(sent).to.deep.equal({
      ...TRANSACTION,
      maxFeePerGas: `0x${((((64_000_000_000n * 81n) / 64n) * 3n) / 2n).toString(16)}`,
      maxPriorityFeePerGas: "0x1e",
    });
  });

  it("given a multiplier of 1, are Hardhat's own, and no request is added", async () => {
    const { sent, methods } = await send(londonNode, { gasFeeMultiplier: 1 });

    expect(sent).to.deep.equal({
      ...TRANSACTION,
      maxFeePerGas: "0x12dbf9ea00",
      maxPriorityFeePerGas: "0x14",
    });
    expect(methods).to.deep.equal([
      "eth_chainId",
      "eth_getBlockByNumber",
      "eth_feeHistory",
      "eth_sendTransaction",
    ]);
  });

  it("given another multiplier, cost no request more than Hardhat's own", async () => {
    const { methods } = await send(londonNode);

    expect(methods).to.deep.equal([
      "eth_chainId",
      "eth_getBlockByNumber",
      "eth_feeHistory",
      "eth_sendTransaction",
    ]);
  });

  it("given a tip above the ceiling, then the ceiling is raised to hold it", async () => {
    const { sent } = await send(
      withAnswers({
        eth_feeHistory: { baseFeePerGas: ["0x0", "0x40"], reward: [["0x64"]] },
      }),
    );

    expect(sent).to.include({
      maxFeePerGas: `0x${(((81n + 100n) * 3n) / 2n).toString(16)}`,
      maxPriorityFeePerGas: "0x96",
    });
  });

  for (const [title, answers, tip] of [
    ["is what the node suggests", {}, "0x2d"],
    [
      "is 1 wei where the node suggests 0",
      { eth_maxPriorityFeePerGas: "0x0" },
      "0x1",
    ],
    [
      "is 1 wei where the node suggests none",
      { eth_maxPriorityFeePerGas: unsupported("eth_maxPriorityFeePerGas") },
      "0x1",
    ],
    [
      "is 1 wei where the node suggests nonsense",
      { eth_maxPriorityFeePerGas: { fee: 3 } },
      "0x1",
    ],
  ] as const) {
    it(`given no priority fees in the latest block, then the priority fee ${title}`, async () => {
      const { sent } = await send(
        withAnswers({
          eth_feeHistory: {
            baseFeePerGas: ["0x1", "0xee6b28000"],
            reward: [["0x0"]],
          },
          ...answers,
        }),
      );

      expect(sent).to.include({ maxPriorityFeePerGas: tip });
    });
  }

  for (const [title, answers] of Object.entries({
    "no base fee in the block": { eth_getBlockByNumber: { number: "0x1" } },
    "a base fee of null": {
      eth_getBlockByNumber: { number: "0x1", baseFeePerGas: null },
    },
    "no eth_feeHistory": { eth_feeHistory: unsupported("eth_feeHistory") },
    "a fee history of null": { eth_feeHistory: null },
    "a fee history without rewards": {
      eth_feeHistory: { baseFeePerGas: ["0x1", "0x2"] },
    },
    "a fee history with an empty reward": {
      eth_feeHistory: { baseFeePerGas: ["0x1", "0x2"], reward: [[]] },
    },
    "a fee history of numbers": {
      eth_feeHistory: { baseFeePerGas: [1, 2], reward: [[3]] },
    },
    "a fee history without base fees": {
      eth_feeHistory: { baseFeePerGas: [], reward: [["0x1"]] },
    },
  })) {
    it(`given ${title}, are the node's gas price, multiplied`, async () => {
      const { sent } = await send(withAnswers(answers));

      expect(sent).to.deep.equal({ ...TRANSACTION, gasPrice: "0x96" });
    });
  }

  for (const type of ["0x0", "0x1", "0x00"]) {
    it(`given a transaction of type ${type} on a chain with base fees, are its gas price, and nothing else is asked`, async () => {
      const { sent, methods } = await send(londonNode, {
        transaction: { ...TRANSACTION, type },
      });

      expect(sent).to.deep.equal({ ...TRANSACTION, type, gasPrice: "0x96" });
      expect(methods).to.deep.equal([
        "eth_chainId",
        "eth_gasPrice",
        "eth_sendTransaction",
      ]);
    });
  }

  for (const more of [{ type: "0x2" }, { authorizationList: [] }]) {
    it(`given a transaction with ${JSON.stringify(more)} and no fee history, are both the gas price`, async () => {
      const { sent } = await send(
        withAnswers({ eth_feeHistory: unsupported("eth_feeHistory") }),
        { transaction: { ...TRANSACTION, ...more } },
      );

      expect(sent).to.deep.equal({
        ...TRANSACTION,
        ...more,
        maxFeePerGas: "0x96",
        maxPriorityFeePerGas: "0x96",
      });
    });
  }

  for (const stated of [
    { gasPrice: "0x1" },
    { maxFeePerGas: "0x1", maxPriorityFeePerGas: "0x0" },
    { gasPrice: null },
  ]) {
    it(`given a transaction with ${JSON.stringify(stated)}, are those, and no fee is asked for`, async () => {
      const { sent, methods } = await send(londonNode, {
        transaction: { ...TRANSACTION, ...stated },
      });

      expect(sent).to.deep.equal({ ...TRANSACTION, ...stated });
      expect(methods).to.deep.equal(["eth_chainId", "eth_sendTransaction"]);
    });
  }

  for (const method of ["eth_signTransaction", "wallet_sendTransaction"]) {
    it(`given ${method}, which Hardhat leaves to the node, are the node's to choose`, async () => {
      const { sent, methods } = await send(londonNode, { method });

      expect(sent).to.deep.equal(TRANSACTION);
      expect(methods).to.deep.equal(["eth_chainId", method]);
    });
  }

  it("leave the caller's own object as it is", async () => {
    const transaction = { ...TRANSACTION };
    await send(londonNode, { transaction });

    expect(transaction).to.deep.equal(TRANSACTION);
  });

  for (const [title, answers, reason] of [
    [
      "no latest block",
      { eth_getBlockByNumber: null },
      "eth_getBlockByNumber returned no block",
    ],
    [
      "an error for the latest block",
      { eth_getBlockByNumber: { error: { code: -32000, message: "busy" } } },
      "eth_getBlockByNumber failed: busy",
    ],
    [
      "neither a fee history nor a gas price",
      {
        eth_feeHistory: unsupported("eth_feeHistory"),
        eth_gasPrice: unsupported("eth_gasPrice"),
      },
      "eth_gasPrice failed: the method eth_gasPrice does not exist",
    ],
    [
      "a gas price that is no quantity",
      { eth_feeHistory: null, eth_gasPrice: "100" },
      "eth_gasPrice returned an invalid result",
    ],
    [
      "control characters in its error",
      {
        eth_getBlockByNumber: {
          error: { code: 1, message: "a\u001b[31m\n::error::b" },
        },
      },
      "eth_getBlockByNumber failed: a : :error: :b",
    ],
  ] as const) {
    it(`given ${title}, then nothing is sent, and the error says why and what to do`, async () => {
      let sent = false;
      const node = withAnswers(answers);
      const message = await pluginMessageOf(() =>
        send((method, params) => {
          sent ||= method === "eth_sendTransaction";
          return node(method, params);
        }),
      );

      expect(message).to.include("devnet (http://127.0.0.1:");
      expect(message).to.include(reason);
      expect(message).to.include("alpha.networks.devnet.gasFeeMultiplier to 1");
      expect(sent).to.equal(false);
    });
  }

  it("given a key in the URL that the node repeats in its error, then the key is not shown", async () => {
    const key = "5f3759df5f3759df5f3759df5f3759df";
    const message = await pluginMessageOf(() =>
      send(
        withAnswers({
          eth_getBlockByNumber: {
            error: { code: -32000, message: `no credit left for ${key}` },
          },
        }),
        { path: `/v2/${key}` },
      ),
    );

    expect(message).to.include(`for ${HIDDEN_TEXT}`);
    expect(message).to.not.include(key);
  });

  it("given a node of another chain id, then Hardhat's own error says so", async () => {
    const { name, message } = await errorOf(() =>
      send(withAnswers({ eth_chainId: "0x1" })),
    );

    expect(name).to.equal("HardhatError");
    expect(message).to.match(/^HHE708/);
  });
});
