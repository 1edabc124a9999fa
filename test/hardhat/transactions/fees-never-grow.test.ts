import { randomUUID } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";

import { multiplyFee } from "../../../src/hardhat/transactions/multiplied-fees.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { ask, closing, connectTo } from "../../support/connections.ts";
import { startFaultyServer } from "../../support/node-model/server.ts";
import { FeeChain, type FeeNode, type SentFees } from "./fee-chain.ts";

const FROM = "0x00000000000000000000000000000000000000f0";
const TRANSACTION = { from: FROM, to: FROM, gas: "0x5208" };

const GWEI = 1_000_000_000n;

/** What happens next on the chain. */
interface Event {
  /** The type of a transaction of ours; `undefined` for a block of others. */
  readonly type: 0 | 2 | undefined;
  /** What others pay in their block; 0 for an empty one, `undefined` for what we paid. */
  readonly othersTip: bigint | undefined;
  /** How many blocks come before the one with our transaction. */
  readonly late: number;
  /** In percent, of each block. */
  readonly fullness: number;
}

/** Wei that no two senders choose by chance. */
const wei = fc.bigInt({ min: 1_000_000n, max: 5_000_000_000_000n });
const eventsWith = (
  othersTip: fc.Arbitrary<bigint | undefined>,
): fc.Arbitrary<Event[]> =>
  fc.array(
    fc.record<Event>({
      type: fc.constantFrom(0, 2, undefined),
      othersTip: fc.oneof(fc.constant(0n), othersTip),
      late: fc.constantFrom(0, 0, 0, 1, 3),
      fullness: fc.integer({ min: 0, max: 100 }),
    }),
    { minLength: 4, maxLength: 30 },
  );

interface Sent {
  readonly paid: SentFees;
  /** On a chain without this plugin. */
  readonly plain: SentFees;
  /** What the node accepts for sure, by its lowest suggestion. */
  readonly lowest: SentFees;
  /** What it accepts at least. */
  readonly minimum: bigint;
}

/** The fees of each transaction on a chain with this plugin, and on one without it. */
async function feesOnBoth(
  node: FeeNode,
  gasFeeMultiplier: number,
  given: readonly Event[],
): Promise<readonly Sent[]> {
  const plain = new FeeChain(node);
  const chain = new FeeChain(node);
  await using server = await startFaultyServer({
    node: (method, params) => chain.answer(method, params),
  });
  const hardhat = { accounts: "remote" as const };
  // Connections to a URL share what they paid, and ports may be used again.
  const url = `${server.url}/${randomUUID()}`;
  const devnet = { url, gasFeeMultiplier, hardhat };
  const config = { alpha: { networks: { devnet } } };
  await using connection = await connectTo("devnet", config);
  const sent: Sent[] = [];
  let lowestTip = GWEI ** 9n;
  /** Below what the node accepts for sure, if it suggests the fee. */
  const minimumOf = (tip: bigint, type: 0 | 2): bigint => {
    if (chain.usesHistory(type) || node.baseFee === "paid") {
      return 0n;
    }
    const isPrice = type === 0 || !node.hasFeeHistory;
    return tip + (isPrice ? chain.priceBaseFee : 0n);
  };
  const mine = (fullness: number, othersTip?: bigint) => {
    // Blocks after which one of the transactions would find no place are not full.
    const used = plain.fits(fullness) && chain.fits(fullness) ? fullness : 0;
    plain.mine(used, othersTip);
    chain.mine(used, othersTip);
  };
  for (const { type, othersTip, late, fullness } of given) {
    if (type === undefined) {
      mine(fullness, othersTip ?? chain.suggestedTip);
      continue;
    }
    while (!plain.canMine(plain.hardhatFees(type))) {
      mine(0, 0n);
    }
    plain.send(plain.hardhatFees(type));
    if (!chain.usesHistory(type) && chain.suggestedTip < lowestTip) {
      lowestTip = chain.suggestedTip;
    }
    const tip = minimumOf(lowestTip, type);
    const lowest = { tip, max: chain.hardhatMax(type, tip) };
    const minimum = minimumOf(node.minTip, type);
    const transaction = { ...TRANSACTION, type: `0x${type}` };
    await ask(connection, "eth_sendTransaction", transaction);
    sent.push({ paid: chain.lastSent, plain: plain.lastSent, lowest, minimum });
    while (!chain.canMine(chain.lastSent)) {
      mine(0, 0n);
    }
    for (let nth = 0; nth < late; nth++) {
      mine(fullness, 0n);
    }
    mine(fullness);
  }
  return sent;
}

type Node = Omit<FeeNode, "genesisBaseFee">;

const GETH: Node = {
  baseFee: "head",
  hasFeeHistory: true,
  hasTip: true,
  minTip: 0n,
};
const NO_HISTORY = { hasFeeHistory: false };
const NO_TIP = { hasTip: false };
/** A node whose gas price is one that was paid, whatever the base fee is now. */
const PAID: Node = { ...GETH, baseFee: "paid" };
const MINIMUM = { minTip: GWEI };
const ANVIL: Node = { ...GETH, ...MINIMUM, baseFee: "next" };
/** What we paid, which a node suggests then. */
const ours = fc.constant(undefined);

describe("the fees of many transactions, against those on a chain without this plugin", function () {
  this.timeout(60_000);

  for (const [title, node, others, isExact] of [
    ["of geth", GETH, wei, true],
    ["of geth without eth_feeHistory", { ...GETH, ...NO_HISTORY }, wei, true],
    [
      "of geth without eth_feeHistory and eth_maxPriorityFeePerGas",
      { ...GETH, ...NO_HISTORY, ...NO_TIP },
      wei,
      true,
    ],
    ["that suggests paid gas prices", PAID, wei, false],
    [
      "that suggests paid gas prices, and no tips",
      { ...PAID, ...NO_TIP },
      wei,
      false,
    ],
    [
      "that suggests paid gas prices, without eth_feeHistory",
      { ...PAID, ...NO_HISTORY },
      wei,
      false,
    ],
    ["with a minimum", { ...GETH, ...MINIMUM }, wei, false],
    ["of anvil, with its minimum", ANVIL, wei, false],
    [
      "of anvil without eth_feeHistory",
      { ...ANVIL, ...NO_HISTORY },
      wei,
      false,
    ],
    ["of geth, and others who pay what we paid", GETH, ours, false],
    ["of anvil, and others who pay what we paid", ANVIL, ours, false],
  ] as const) {
    it(`given a node ${title}, then each is ${isExact ? "" : "at most "}the multiplier times that, or else the lowest that the node suggested, and never below its minimum`, async () => {
      const multipliers = fc.constantFrom(1.01, 1.1, 1.25, 3);
      await fc.assert(
        fc.asyncProperty(
          eventsWith(others),
          multipliers,
          wei,
          async (given, multiplier, genesisBaseFee) => {
            for (const { paid, plain, lowest, minimum } of await feesOnBoth(
              { ...node, genesisBaseFee },
              multiplier,
              given,
            )) {
              const most = {
                tip: multiplyFee(plain.tip, multiplier),
                max: multiplyFee(plain.max, multiplier),
              };
              if (most.tip < lowest.tip) {
                const isHigher = most.max < lowest.max;
                most.tip = lowest.tip;
                most.max = isHigher ? lowest.max : most.max;
              }
              if (isExact) {
                expect(paid).to.deep.equal(most);
              }
              expect(paid.tip <= most.tip && paid.max <= most.max).to.equal(
                true,
              );
              expect(paid.tip >= minimum).to.equal(true);
            }
          },
        ),
        { numRuns: 12, seed: 47 },
      );
    });
  }

  it("given two URLs of one node, then each is the multiplier times that without the plugin", async () => {
    const chain = new FeeChain({ ...GETH, genesisBaseFee: GWEI });
    await using server = await startFaultyServer({
      node: (method, params) => chain.answer(method, params),
    });
    const networks = Object.fromEntries(
      ["/a", "/b?x=1"].map((path) => {
        const url = `${server.url}${path}`;
        const mark = { alphaNetwork: "devnet", accounts: "remote" } as const;
        return [path, { type: "http" as const, url, ...mark }];
      }),
    );
    const { network } = await createAlphaHre({ networks });
    const transaction = { ...TRANSACTION, type: "0x0" };
    const paid: bigint[] = [];
    for (const path of ["/a", "/b?x=1", "/a"]) {
      await using connection = closing(await network.create(path));
      await ask(connection, "eth_sendTransaction", transaction);
      chain.mine(50);
      paid.push(chain.lastSent.tip);
    }

    expect(paid).to.deep.equal([
      2_200_000_000n,
      2_200_000_000n,
      2_200_000_000n,
    ]);
  });

  it("given a burst of which the first half is mined, at another base fee, then the next fee is the multiplier times that without the plugin", async () => {
    const chain = new FeeChain({ ...GETH, genesisBaseFee: GWEI });
    await using server = await startFaultyServer({
      node: (method, params) => chain.answer(method, params),
    });
    const hardhat = { accounts: "remote" as const };
    const devnet = { url: `${server.url}/${randomUUID()}`, hardhat };
    const config = { alpha: { networks: { devnet } } };
    await using connection = await connectTo("devnet", config);
    const transaction = { ...TRANSACTION, type: "0x0" };
    for (let nth = 0; nth < 40; nth++) {
      await ask(connection, "eth_sendTransaction", transaction);
    }
    const plain = new FeeChain({ ...GETH, genesisBaseFee: GWEI });
    plain.send(plain.hardhatFees(0));
    for (const each of [chain, plain]) {
      each.mine(100, 0n);
      each.mine(100, undefined, 20);
    }
    await ask(connection, "eth_sendTransaction", transaction);

    const { tip } = plain.hardhatFees(0);
    expect(chain.lastSent.tip).to.equal(multiplyFee(tip, 1.1));
  });
});
