import { expect } from "chai";

import { HIDDEN_TEXT } from "../../../src/base/untrusted-text.ts";
import { connectTo } from "../../support/connections.ts";
import { startFaultyServer } from "../../support/node-model/server.ts";

const FROM = "0x00000000000000000000000000000000000000f0";
const HASH = `0x${"ab".repeat(32)}`;
const KEY = "5f3759df5f3759df5f3759df5f3759df";
// Frozen: Hardhat writes the fees that it chooses into the caller's object.
const TRANSACTION = Object.freeze({ from: FROM, to: FROM, gas: "0x5208" });
const failing = (message: string) => ({ error: { code: -32601, message } });
const UNSUPPORTED = failing("no such method");

/** A node whose next base fee is 64 gwei, with a tip of 20 wei. */
const LONDON: Readonly<Record<string, unknown>> = {
  eth_chainId: "0x7ec8",
  eth_getBlockByNumber: { number: "0x1", baseFeePerGas: "0x40" },
  eth_feeHistory: {
    baseFeePerGas: ["0x1", "0xee6b28000"],
    reward: [["0x14"]],
  },
  eth_gasPrice: "0x64",
  eth_maxPriorityFeePerGas: "0x1e",
};
const CEILING = (64_000_000_000n * 81n) / 64n;
const hex = (value: bigint) => `0x${value.toString(16)}`;

interface Sending {
  readonly transaction?: object;
  readonly gasFeeMultiplier?: number;
  readonly method?: string;
}

let servers = 0;

/** What reaches a node that answers as above, but for some methods, in order. */
async function send(
  answers: Readonly<Record<string, unknown>>,
  {
    transaction = { ...TRANSACTION },
    gasFeeMultiplier = 1.5,
    method = "eth_sendTransaction",
  }: Sending = {},
) {
  let sent: unknown;
  await using server = await startFaultyServer({
    node: (asked, [first]) => {
      sent = asked === method ? first : sent;
      return { ...LONDON, [method]: HASH, ...answers }[asked];
    },
  });
  const hardhat = { accounts: "remote" as const };
  // A port may be that of a server before, whose fees are remembered by its URL.
  servers += 1;
  const url = `${server.url}/v2/${KEY}${servers}`;
  const devnet = { url, gasFeeMultiplier, hardhat };
  const config = { alpha: { networks: { devnet } } };
  await using connection = await connectTo("devnet", config);
  const { message } = await connection.provider
    .request({ method, params: [transaction] })
    .then(
      () => ({ message: undefined }),
      (error: Error) => error,
    );
  return { sent, message };
}

describe("the fees of a transaction that states none, by what the node answers", () => {
  for (const [gasFeeMultiplier, maxFee, tip] of [
    [1, CEILING, 20n],
    [1.5, (CEILING * 3n) / 2n, 30n],
  ] as const) {
    it(`given base fees and a multiplier of ${gasFeeMultiplier}, are the ceiling for three full blocks and the median tip, multiplied`, async () => {
      const { sent } = await send({}, { gasFeeMultiplier });

      expect(sent).to.deep.equal({
        ...TRANSACTION,
        maxFeePerGas: hex(maxFee),
        maxPriorityFeePerGas: hex(tip),
      });
    });
  }

  const noTip = { ...Object(LONDON["eth_feeHistory"]), reward: [["0x0"]] };
  for (const [title, answers, fees] of [
    [
      "a tip above the ceiling, then the ceiling is raised to hold it",
      {
        eth_feeHistory: { baseFeePerGas: ["0x0", "0x40"], reward: [["0x64"]] },
      },
      {
        maxFeePerGas: hex(((81n + 100n) * 3n) / 2n),
        maxPriorityFeePerGas: "0x96",
      },
    ],
    [
      "no priority fees in the latest block, then the priority fee is what the node suggests",
      { eth_feeHistory: noTip },
      { maxPriorityFeePerGas: "0x2d" },
    ],
    ...["0x0", UNSUPPORTED].map(
      (suggested) =>
        [
          `no priority fees in the latest block, then the priority fee is 1 wei where the node suggests ${JSON.stringify(suggested)}`,
          { eth_feeHistory: noTip, eth_maxPriorityFeePerGas: suggested },
          { maxPriorityFeePerGas: "0x1" },
        ] as const,
    ),
  ] as const) {
    it(`given ${title}`, async () => {
      const { sent } = await send(answers);

      expect(sent).to.include(fees);
    });
  }

  for (const [title, answers] of Object.entries({
    "no base fee in the block": { eth_getBlockByNumber: { number: "0x1" } },
    "no eth_feeHistory": { eth_feeHistory: UNSUPPORTED },
    "a fee history without rewards": {
      eth_feeHistory: { baseFeePerGas: ["0x1", "0x2"] },
    },
  })) {
    it(`given ${title}, are the node's gas price, multiplied`, async () => {
      const { sent } = await send(answers);

      expect(sent).to.deep.equal({ ...TRANSACTION, gasPrice: "0x96" });
    });
  }

  const both = { maxFeePerGas: "0x96", maxPriorityFeePerGas: "0x96" };
  const noHistory = { eth_feeHistory: UNSUPPORTED };
  for (const [members, fees, answers] of [
    [{ type: "0x0" }, { gasPrice: "0x96" }, {}],
    [{ type: "0x1" }, { gasPrice: "0x96" }, {}],
    [{ type: "0x2" }, both, noHistory],
    [{ authorizationList: [] }, both, noHistory],
    [{ gasPrice: "0x1" }, {}, {}],
    [{ maxFeePerGas: "0x1" }, {}, {}],
    [{ maxPriorityFeePerGas: "0x0" }, {}, {}],
  ] as const) {
    it(`given a transaction with ${JSON.stringify(members)}, adds ${JSON.stringify(fees)}`, async () => {
      const transaction = { ...TRANSACTION, ...members };
      const { sent } = await send(answers, { transaction });

      expect(sent).to.deep.equal({ ...transaction, ...fees });
    });
  }

  it("given eth_signTransaction, which Hardhat leaves to the node, are the node's to choose", async () => {
    const { sent } = await send({}, { method: "eth_signTransaction" });

    expect(sent).to.deep.equal(TRANSACTION);
  });

  for (const [title, answers, reason] of [
    [
      "no latest block",
      { eth_getBlockByNumber: null },
      "eth_getBlockByNumber returned no block",
    ],
    [
      "neither a fee history nor a gas price",
      { eth_feeHistory: UNSUPPORTED, eth_gasPrice: UNSUPPORTED },
      "eth_gasPrice failed: no such method",
    ],
    [
      "a key of the URL in its error",
      { eth_getBlockByNumber: failing(`no credit left for ${KEY}`) },
      `eth_getBlockByNumber failed: no credit left for ${HIDDEN_TEXT}`,
    ],
  ] as const) {
    it(`given ${title}, then nothing is sent, and the error says why and what to do`, async () => {
      const { sent, message } = await send(answers);

      expect(message).to.include("devnet (http://127.0.0.1:");
      expect(message).to.include(reason);
      expect(message).to.include("alpha.networks.devnet.gasFeeMultiplier to 1");
      expect(message).not.to.include(KEY);
      expect(sent).to.equal(undefined);
    });
  }

  it("given a node of another chain id, then Hardhat's own error says so", async () => {
    const { message } = await send({ eth_chainId: "0x1" });

    expect(message).to.match(/^HHE708/);
  });
});
