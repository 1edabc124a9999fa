import { expect } from "chai";

import { createAlphaHre } from "../../support/alpha-hre.ts";
import { ask, closing } from "../../support/connections.ts";
import { startFaultyServer } from "../../support/node-model/server.ts";

const FROM = "0x00000000000000000000000000000000000000f0";
const TRANSACTION = { from: FROM, to: FROM, gas: "0x5208" };
const GWEI = 1_000_000_000n;
const ONCE = (GWEI * 11n) / 10n;

interface Chain {
  /** The tip, or the gas price, of the transaction in the last block. */
  last: bigint;
  /** What was sent, in order. */
  readonly sent: bigint[];
}

type Answers = (
  chain: Pick<Chain, "last" | "sent">,
) => Readonly<Record<string, unknown>>;

const hex = (value: bigint) => `0x${value.toString(16)}`;

const BLOCK = { number: "0x1", baseFeePerGas: "0x7" };
/** The fees that nodes suggest after a block with one transaction. */
const tipOfLastBlock: Answers = ({ last }) => ({
  eth_getBlockByNumber: BLOCK,
  eth_feeHistory: { baseFeePerGas: ["0x7", "0x7"], reward: [[hex(last)]] },
});
/** Where empty blocks come between, and the node suggests the last tip. */
const suggestedTip: Answers = ({ last, sent }) => ({
  ...tipOfLastBlock({ last: 0n, sent }),
  eth_maxPriorityFeePerGas: hex(last),
});
/** Suggested prices on a chain without base fees, never below the nth of these. */
const gasPriceFrom =
  (...minima: readonly bigint[]): Answers =>
  ({ last, sent }) => {
    const minimum = minima[sent.length] ?? 0n;
    return {
      eth_getBlockByNumber: { number: "0x1" },
      eth_gasPrice: hex(last < minimum ? minimum : last),
    };
  };
interface Row {
  readonly answers?: Answers;
  readonly gasFeeMultiplier?: number;
  /** Sends on a new connection each time. */
  readonly isApart?: boolean;
  /** What others pay before each transaction; a chain has 1 gwei at first. */
  readonly others?: readonly (bigint | undefined)[];
}

/** Sends as many transactions on a chain with few other senders. */
async function sendInARow(
  count: number,
  { answers = tipOfLastBlock, gasFeeMultiplier = 1.1, isApart, others }: Row,
): Promise<Chain> {
  const chain: Chain = { last: GWEI, sent: [] };
  await using server = await startFaultyServer({
    node: (method, [transaction]) => {
      if (method === "eth_chainId") {
        return "0x7ec8";
      }
      if (method !== "eth_sendTransaction") {
        return answers(chain)[method] ?? null;
      }
      const fees = Object(transaction);
      chain.last = BigInt(fees.maxPriorityFeePerGas ?? fees.gasPrice);
      chain.sent.push(chain.last);
      return `0x${"ab".repeat(32)}`;
    },
  });
  const hardhat = { accounts: "remote" as const };
  const devnet = { url: server.url, gasFeeMultiplier, hardhat };
  const { network } = await createAlphaHre({ alpha: { networks: { devnet } } });
  await using shared = closing(await network.create("devnet"));
  for (let nth = 0; nth < count; nth++) {
    chain.last = others?.[nth] ?? chain.last;
    if (isApart) {
      await using own = closing(await network.create("devnet"));
      await ask(own, "eth_sendTransaction", { ...TRANSACTION });
    } else {
      await ask(shared, "eth_sendTransaction", { ...TRANSACTION });
    }
  }
  return chain;
}

describe("the fees of consecutive transactions on a chain without other senders", () => {
  const three = 3n * GWEI;
  for (const [title, row, expected] of [
    ["the tip of the last block is its own", {}, [ONCE, ONCE, ONCE, ONCE]],
    [
      "a tip that the node suggests after it is its own",
      { answers: suggestedTip },
      [ONCE, ONCE, ONCE, ONCE],
    ],
    ["another connection to the same node", { isApart: true }, [ONCE, ONCE]],
    [
      "another sender's priority fee in between, which is multiplied",
      { others: [undefined, three] },
      [ONCE, 3n * ONCE, 3n * ONCE],
    ],
    [
      "another sender's priority fee that is the same as one of its own",
      { others: [undefined, three, ONCE] },
      [ONCE, 3n * ONCE, ONCE],
    ],
    [
      "a gas price that is its own",
      { answers: gasPriceFrom() },
      [ONCE, ONCE, ONCE],
    ],
    [
      "a minimum gas price that rises to one of its own",
      { answers: gasPriceFrom(GWEI, ONCE, three), others: [1n, 1n] },
      [ONCE, ONCE, 3n * ONCE],
    ],
  ] satisfies [string, Row, bigint[]][]) {
    it(`given ${title}, then it is not multiplied again`, async () => {
      const { sent } = await sendInARow(expected.length, row);

      expect(sent).to.deep.equal(expected);
    });
  }

  it("given a multiplier below 1, then it is applied", async () => {
    const { sent } = await sendInARow(2, { gasFeeMultiplier: 0.5 });

    expect(sent).to.deep.equal([GWEI / 2n, GWEI / 2n]);
  });
});
