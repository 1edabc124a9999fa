import { expect } from "chai";
import fc from "fast-check";

import {
  type GuardReadings,
  judgeConnection,
} from "../../../src/hardhat/guard/judge-connection.ts";

const ROUTER = "0x7A3C9F0729AB93e4F9945221168A56eCf450187D";
const CONFIRMED: GuardReadings = {
  chain: { verdict: "right" },
  genesis: "0x7a",
  router: { path: "registry.Router", address: ROUTER },
  code: { ok: true, value: { kind: "code", code: "0x01", size: 1 } },
};
const ABSENT: GuardReadings = {
  ...CONFIRMED,
  code: { ok: true, value: { kind: "none" } },
};
const WRONG: GuardReadings = {
  ...CONFIRMED,
  chain: {
    verdict: "wrong",
    found: { by: "genesis", name: "Another" },
    reason: "it serves Another",
  },
};
const UNREAD: GuardReadings = {
  ...CONFIRMED,
  chain: { verdict: "unknown", reason: "silent" },
};

const CHAINS: readonly GuardReadings["chain"][] = [
  { verdict: "right" },
  { verdict: "right", doubt: "block 0 could not be read" },
  UNREAD.chain,
  WRONG.chain,
];
const CODES: readonly GuardReadings["code"][] = [
  CONFIRMED.code,
  ABSENT.code,
  undefined,
  { ok: false, reason: "silent" },
  { ok: true, value: { kind: "delegated", code: "0x01", target: ROUTER } },
];
const READINGS = fc.record({
  chain: fc.constantFrom(...CHAINS),
  router: fc.constantFrom(CONFIRMED.router, {
    ...CONFIRMED.router,
    address: undefined,
  }),
  code: fc.constantFrom(...CODES),
  genesis: fc.constantFrom(CONFIRMED.genesis, undefined),
});

/** Whether readings confirm the chain, said once more. */
function confirms({ chain, router, code }: GuardReadings): boolean {
  return (
    isRight(chain) &&
    router.address !== undefined &&
    code?.ok === true &&
    code.value.kind === "code"
  );
}

function isRight(chain: GuardReadings["chain"]): boolean {
  return chain.verdict === "right" && chain.doubt === undefined;
}

/** The readings that the guard would make of these, as long as they last. */
function enoughOf(readings: readonly GuardReadings[]): GuardReadings[] {
  let count = 1;
  for (;;) {
    const made = readings.slice(0, count);
    const judged = judgeConnection(made);
    const missing = judged.verdict === "confirmed" ? undefined : judged.missing;
    if (missing === undefined || count > readings.length) {
      return made;
    }
    count += missing;
  }
}

const threeTimes = (each: GuardReadings) => [each, each, each];
const fourTimes = (each: GuardReadings) => [each, ...threeTimes(each)];

describe("judgeConnection", () => {
  const OTHER: GuardReadings = { ...CONFIRMED, genesis: "0x7b" };

  for (const [title, readings, verdict] of [
    ["two hashes of block 0", [...threeTimes(CONFIRMED), OTHER], "unknown"],
    ["four that confirm it", fourTimes(CONFIRMED), "confirmed"],
    ["three only", threeTimes(CONFIRMED), "unknown"],
    ["none", [], "unknown"],
    [
      "an absent router, then four that confirm it",
      [CONFIRMED, ABSENT, ...fourTimes(CONFIRMED)],
      "confirmed",
    ],
    [
      "an absent router, then three that confirm it",
      [CONFIRMED, CONFIRMED, ABSENT, ...threeTimes(CONFIRMED)],
      "unknown",
    ],
    ["a router that is absent twice", [ABSENT, ABSENT], "unknown"],
    ["one that confirms it, then another chain", [CONFIRMED, WRONG], "unknown"],
    ["an absent router, then another chain", [ABSENT, WRONG], "wrong"],
    ["another chain", [WRONG], "wrong"],
    ["one that confirms it, then silence", [CONFIRMED, UNREAD], "unknown"],
  ] as const) {
    it(`given readings with ${title}, is ${verdict}`, () => {
      expect(judgeConnection(readings).verdict).to.equal(verdict);
    });
  }

  it("given anything, is confirmed only by readings of which all but an absent router confirm it, and says why else", () => {
    const verdicts = new Set<string>();
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constant(CONFIRMED), READINGS), { maxLength: 8 }),
        (readings) => {
          const judged = judgeConnection(readings);
          const others = readings.filter((each) => !confirms(each));
          const isAll =
            readings.length >= 4 &&
            readings.slice(-4).every(confirms) &&
            others.length <= 1 &&
            others.every(
              ({ chain, router, code }) =>
                isRight(chain) &&
                router.address !== undefined &&
                code?.ok === true,
            );
          expect(judged.verdict === "confirmed").to.equal(isAll);
          if (judged.verdict !== "confirmed") {
            expect(judged.reason).not.to.equal("");
          }
          verdicts.add(judged.verdict);
        },
      ),
      { seed: 5, numRuns: 2_000 },
    );
    expect([...verdicts]).to.have.members(["confirmed", "unknown", "wrong"]);
  });

  it("given readings until there are enough, needs eight at most", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constant(CONFIRMED), READINGS), {
          minLength: 12,
          maxLength: 12,
        }),
        (readings) => {
          expect(enoughOf(readings)).to.have.length.at.most(8);
        },
      ),
      { seed: 5, numRuns: 500 },
    );
  });
});
