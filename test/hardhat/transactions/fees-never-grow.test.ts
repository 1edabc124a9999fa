import { expect } from "chai";
import fc from "fast-check";

import { multiplyFee } from "../../../src/hardhat/transactions/multiplied-fees.ts";
import { ask, connectTo } from "../../support/connections.ts";
import { startFaultyServer } from "../../support/node-model/server.ts";
import { FeeChain, type FeeNode, type SentFees } from "./fee-chain.ts";

const FROM = "0x00000000000000000000000000000000000000f0";
const TRANSACTION = { from: FROM, to: FROM, gas: "0x5208" };

/** What happens next on the chain. */
interface Event {
  /** The type of a transaction of ours; `undefined` for a block of others. */
  readonly type: 0 | 2 | undefined;
  /** What others pay in their block; 0 for an empty one. */
  readonly othersTip: bigint;
  /** How many blocks come before the one with our transaction. */
  readonly late: number;
  /** In percent, of each block. */
  readonly fullness: number;
}

/** Wei that no two senders choose by chance. */
const wei = fc.bigInt({ min: 1_000_000n, max: 5_000_000_000_000n });
const events: fc.Arbitrary<Event[]> = fc.array(
  fc.record<Event>({
    type: fc.constantFrom(0, 2, undefined),
    othersTip: fc.oneof(fc.constant(0n), wei),
    late: fc.constantFrom(0, 0, 0, 1, 3),
    fullness: fc.integer({ min: 0, max: 100 }),
  }),
  { minLength: 4, maxLength: 30 },
);

/** The fees of each transaction on a chain with this plugin, and on one without it. */
async function feesOnBoth(
  node: FeeNode,
  gasFeeMultiplier: number,
  given: readonly Event[],
): Promise<(readonly [paid: SentFees, plain: SentFees])[]> {
  const plain = new FeeChain(node);
  const chain = new FeeChain(node);
  await using server = await startFaultyServer({
    node: (method, params) => chain.answer(method, params),
  });
  const hardhat = { accounts: "remote" as const };
  const devnet = { url: server.url, gasFeeMultiplier, hardhat };
  const config = { alpha: { networks: { devnet } } };
  await using connection = await connectTo("devnet", config);
  const fees: [SentFees, SentFees][] = [];
  const mine = (fullness: number, othersTip?: bigint) => {
    // Blocks after which the plain transaction would find no place are not full.
    const used = plain.fits(fullness) ? fullness : 0;
    plain.mine(used, othersTip);
    chain.mine(used, othersTip);
  };
  for (const { type, othersTip, late, fullness } of given) {
    if (type === undefined) {
      mine(fullness, othersTip);
      continue;
    }
    while (!plain.canMine(plain.hardhatFees(type))) {
      mine(0, 0n);
    }
    plain.send(plain.hardhatFees(type));
    const transaction = { ...TRANSACTION, type: `0x${type}` };
    await ask(connection, "eth_sendTransaction", transaction);
    fees.push([chain.lastSent, plain.lastSent]);
    for (let nth = 0; nth < late; nth++) {
      mine(fullness, 0n);
    }
    mine(fullness);
  }
  return fees;
}

describe("the fees of many transactions, against those on a chain without this plugin", function () {
  this.timeout(60_000);

  for (const baseFee of ["head", "next"] as const) {
    for (const hasFeeHistory of [true, false]) {
      it(`given a node that ${hasFeeHistory ? "has" : "lacks"} eth_feeHistory and whose eth_gasPrice holds the base fee of the ${baseFee} block, then each is the multiplier times that, whatever others pay`, async () => {
        const multipliers = fc.constantFrom(1.1, 1.25, 3);
        await fc.assert(
          fc.asyncProperty(
            events,
            multipliers,
            wei,
            async (given, multiplier, genesisBaseFee) => {
              const node = { genesisBaseFee, baseFee, hasFeeHistory };
              for (const [paid, plain] of await feesOnBoth(
                node,
                multiplier,
                given,
              )) {
                expect(paid).to.deep.equal({
                  tip: multiplyFee(plain.tip, multiplier),
                  max: multiplyFee(plain.max, multiplier),
                });
              }
            },
          ),
          { numRuns: 15, seed: 47 },
        );
      });
    }
  }
});
