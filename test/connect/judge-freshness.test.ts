import { expect } from "chai";
import fc from "fast-check";

import { judgeFreshness } from "../../src/connect/judge-freshness.ts";
import type { NodeView } from "../../src/connect/read-node-view.ts";
import { block, known, NOW, unread, view } from "./views.ts";

const LIMITS = { maxBlockAge: 600, inProcess: false, startBlock: 57_428 };
const IDLE = { ...LIMITS, maxBlockAge: false } as const;
const IN_PROCESS = { ...LIMITS, inProcess: true };
const aged = (seconds: number, client?: string): Partial<NodeView> => ({
  head: known(block({ timestamp: NOW - seconds })),
  ...(client !== undefined && { clientVersion: known(client) }),
});
const FIRST_BLOCK = { head: known(block({ number: 0n })) };
const UNREAD = { head: unread("no answer") };

describe("judgeFreshness", () => {
  for (const [title, seen, limits, verdict, ageSeconds, words] of [
    ["a head at the limit", aged(600), LIMITS, "fresh", 600, ""],
    [
      "a head one second over the limit",
      aged(601),
      LIMITS,
      "stale",
      601,
      "601 s old, more than the 600 s allowed",
    ],
    ["an unread head", UNREAD, LIMITS, "unknown", undefined, "no answer"],
    ["an old head in process", aged(1e6), IN_PROCESS, "idle", 1e6, ""],
    ["a head a minute ahead", aged(-60), LIMITS, "fresh", 0, ""],
    ["one further ahead", aged(-61), LIMITS, "unknown", undefined, "clock"],
    ["block 0", FIRST_BLOCK, LIMITS, "stale", 4, "block 0"],
    [
      "block 0 without a start block",
      FIRST_BLOCK,
      { ...LIMITS, startBlock: 0 },
      "fresh",
      4,
      "",
    ],
    ["an old head of a chain that idles", aged(1e6), IDLE, "idle", 1e6, ""],
    [
      "a development node whose clock was moved ahead",
      aged(-86_400, "HardhatNetwork/3.18.0/@nomicfoundation/edr/1"),
      LIMITS,
      "idle",
      0,
      "",
    ],
    ["an old anvil", aged(1e6, "anvil/v1.7.1"), LIMITS, "idle", 1e6, ""],
    ["an old ganache", aged(1e6, "Ganache/v7"), LIMITS, "idle", 1e6, ""],
    ["no anvil", aged(1e6, "Geth/v1-anvil/v1"), LIMITS, "stale", 1e6, "s old"],
    [
      "timestamps in another unit",
      { head: known(block({ timestampUnit: "ns" })) },
      LIMITS,
      "fresh",
      4,
      "block timestamps are in ns",
    ],
  ] as const) {
    it(`given ${title}, then it is ${verdict}`, () => {
      const judged = judgeFreshness(view(seen), limits);

      expect(judged.verdict).to.equal(verdict);
      expect(judged.ageSeconds).to.equal(ageSeconds);
      const { note, reason }: { note?: string; reason?: string } = judged;
      expect(reason ?? note ?? "").to.contain(words);
    });
  }

  it("given any head and limit, then it is fresh only within them, never of a negative age, and every doubt has a reason", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e9, max: NOW }),
        fc.integer({ min: 1, max: 1e6 }),
        fc.bigInt({ min: 0n, max: 2n ** 62n }),
        (age, maxBlockAge, number) => {
          const head = known(block({ number, timestamp: NOW - age }));
          const judged = judgeFreshness(view({ head }), {
            ...LIMITS,
            maxBlockAge,
          });
          if (judged.verdict === "fresh") {
            expect(age).to.be.within(-60, maxBlockAge);
            expect(number > 0n).to.equal(true);
          } else {
            expect(judged).to.have.property("reason").that.is.a("string");
          }
          expect(judged.ageSeconds ?? 0).to.be.at.least(0);
        },
      ),
      { numRuns: 300 },
    );
  });
});
