import { expect } from "chai";
import type { NetworkConnection } from "hardhat/types/network";

import { createAlphaHre } from "../../support/alpha-hre.ts";
import { startFaultyServer } from "../../support/node-model/server.ts";

const FROM = "0x00000000000000000000000000000000000000f0";
const HASH = `0x${"ab".repeat(32)}`;
const GWEI = 1_000_000_000n;

interface QuietChain {
  /** The tip, or the gas price, of the transaction in the last block. */
  last: bigint;
  /** What was sent, in order. */
  readonly sent: bigint[];
  /** The maximum fees that were sent. */
  readonly maxFees: bigint[];
}

type Answers = (
  chain: Pick<QuietChain, "last" | "sent">,
) => Readonly<Record<string, unknown>>;

const hex = (value: bigint) => `0x${value.toString(16)}`;

/** The fees that nodes suggest after a block with one transaction. */
const tipOfLastBlock = ({ last }: Pick<QuietChain, "last">) => ({
  eth_getBlockByNumber: { number: "0x1", baseFeePerGas: "0x7" },
  eth_feeHistory: { baseFeePerGas: ["0x7", "0x7"], reward: [[hex(last)]] },
});
/** Where the last transaction has a gas price, which pays the base fee, too. */
const gasPriceOnBaseFee: Answers = ({ last, sent }) =>
  sent.length === 0
    ? {
        eth_getBlockByNumber: { number: "0x1", baseFeePerGas: "0x7" },
        eth_feeHistory: null,
        eth_gasPrice: hex(last),
      }
    : tipOfLastBlock({ last: last - (sent.length === 1 ? 7n : 0n) });
/** Where empty blocks come between, and the node suggests the last tip. */
const suggestedTip: Answers = ({ last }) => ({
  eth_getBlockByNumber: { number: "0x1", baseFeePerGas: "0x7" },
  eth_feeHistory: { baseFeePerGas: ["0x7", "0x7"], reward: [["0x0"]] },
  eth_maxPriorityFeePerGas: hex(last),
});
const lastGasPrice: Answers = ({ last }) => ({
  eth_getBlockByNumber: { number: "0x1" },
  eth_gasPrice: hex(last),
});

/** A chain without other senders, and an initial fee of 1 gwei. */
async function withQuietChain(
  answers: Answers,
  act: (chain: QuietChain, connect: () => Promise<Send>) => Promise<void>,
  gasFeeMultiplier = 1.1,
): Promise<void> {
  const chain: QuietChain = { last: GWEI, sent: [], maxFees: [] };
  const server = await startFaultyServer({
    node: (method, [transaction]) => {
      if (method === "eth_chainId") {
        return "0x7ec8";
      }
      if (method === "eth_sendTransaction") {
        chain.last = feeOf(transaction);
        chain.sent.push(chain.last);
        chain.maxFees.push(BigInt(Object(transaction).maxFeePerGas ?? 0));
        return HASH;
      }
      return answers(chain)[method] ?? null;
    },
  });
  const hre = await createAlphaHre({
    alpha: {
      networks: {
        devnet: {
          url: server.url,
          gasFeeMultiplier,
          hardhat: { accounts: "remote" },
        },
      },
    },
  });
  const connections: NetworkConnection[] = [];
  try {
    await act(chain, async () => {
      const connection = await hre.network.create("devnet");
      connections.push(connection);
      return async () => {
        await connection.provider.request({
          method: "eth_sendTransaction",
          params: [{ from: FROM, to: FROM, gas: "0x5208" }],
        });
      };
    });
  } finally {
    await Promise.all(connections.map((connection) => connection.close()));
    await server.close();
  }
}

type Send = () => Promise<void>;

function feeOf(transaction: unknown): bigint {
  const { maxPriorityFeePerGas, gasPrice }: Record<string, unknown> =
    Object.assign({}, transaction);
  return BigInt(String(maxPriorityFeePerGas ?? gasPrice));
}

describe("the fees of consecutive transactions on a chain without other senders", () => {
  const once = (GWEI * 11n) / 10n;

  for (const [title, answers] of Object.entries({
    "the tip of the last block": tipOfLastBlock,
    "a tip that the node suggests after it": suggestedTip,
    "the gas price of the last block": lastGasPrice,
  })) {
    it(`given ${title} is our own, then it is not multiplied again`, async () => {
      await withQuietChain(answers, async ({ sent }, connect) => {
        const send = await connect();
        for (let count = 0; count < 5; count++) {
          await send();
        }

        expect(sent).to.deep.equal([once, once, once, once, once]);
      });
    });
  }

  it("given a multiplied gas price on a chain with base fees, then its priority fee is not multiplied again", async () => {
    await withQuietChain(gasPriceOnBaseFee, async ({ sent }, connect) => {
      const send = await connect();
      await send();
      await send();
      await send();

      // What the gas price paid above the base fee of 7 wei.
      const tip = once - 7n;
      expect(sent).to.deep.equal([once, tip, tip]);
    });
  });

  it("given another connection to the same node, then neither is it there", async () => {
    await withQuietChain(tipOfLastBlock, async ({ sent }, connect) => {
      await (await connect())();
      await (await connect())();

      expect(sent).to.deep.equal([once, once]);
    });
  });

  it("given another sender's priority fee in between, then that one is multiplied, and the sent one is not", async () => {
    await withQuietChain(tipOfLastBlock, async (chain, connect) => {
      const send = await connect();
      await send();
      chain.last = 3n * GWEI;
      await send();
      await send();

      expect(chain.sent).to.deep.equal([once, 3n * once, 3n * once]);
    });
  });

  it("given many fees of other senders, then the last one is not multiplied again", async () => {
    await withQuietChain(tipOfLastBlock, async (chain, connect) => {
      const send = await connect();
      // None of them is another one, multiplied.
      for (let count = 101n; count <= 120n; count++) {
        chain.last = count * GWEI;
        await send();
        await send();
      }

      const fees = Array.from({ length: 20 }, (_, index) => {
        const fee = BigInt(index + 101) * once;
        return [fee, fee];
      });
      expect(chain.sent).to.deep.equal(fees.flat());
    });
  });

  it("given a multiplier below 1, then the maximum fee stays above the priority fee", async () => {
    await withQuietChain(
      tipOfLastBlock,
      async ({ sent, maxFees }, connect) => {
        const send = await connect();
        await send();
        await send();

        expect(sent).to.deep.equal([GWEI / 2n, GWEI / 2n]);
        for (const maxFee of maxFees) {
          expect(maxFee > GWEI / 2n).to.equal(true);
        }
      },
      0.5,
    );
  });
});
