import { expect } from "chai";
import { runsOf } from "../../../src/verify/asking/read-early.ts";

const HASH = `0x${"11".repeat(32)}` as const;
const PARENT = `0x${"22".repeat(32)}` as const;
const HEAD = {
  number: 7n,
  hash: HASH,
  parentHash: PARENT,
  timestamp: 1_760_000_000,
  timestampUnit: "s",
} as const;

/** Reads of a program that ran on a block of this height, time and parent. */
function runOn(parentHash: bigint) {
  const origin = {
    chainId: 32_456n,
    blockNumber: 7n,
    timestamp: 1_760_000_000n,
    parentHash,
  };
  return { origin, answers: new Map() };
}

describe("reads before the block is known", () => {
  for (const [what, parentHash, isKept] of [
    ["the block's own parent", BigInt(PARENT), true],
    ["another parent at the same height and time", BigInt(HASH), false],
    ["no parent, as on chains that do not tell it", 0n, false],
  ] as const) {
    it(`given a program that saw ${what}, then its answers ${isKept ? "count" : "are read again by the block's hash"}`, () => {
      const run = runOn(parentHash);

      expect(runsOf([run], HEAD)).to.deep.equal(isKept ? [run] : []);
    });
  }

  it("given a node that does not tell the parent of its head, then nothing counts", () => {
    const { parentHash: _, ...head } = HEAD;
    const run = runOn(BigInt(PARENT));

    expect(runsOf([run], head)).to.deep.equal([]);
  });
});
