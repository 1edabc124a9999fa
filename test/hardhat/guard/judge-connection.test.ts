import { expect } from "chai";

import {
  type GuardReadings,
  judgeConnection,
} from "../../../src/hardhat/guard/judge-connection.ts";

const ROUTER = "0x7A3C9F0729AB93e4F9945221168A56eCf450187D";
const GOOD: GuardReadings = {
  chain: { verdict: "right" },
  genesis: "0x7a",
  router: { path: "registry.Router", address: ROUTER },
  code: { ok: true, value: { kind: "code", code: "0x01", size: 1 } },
};
const goodBut = (changes: Partial<GuardReadings>) => ({ ...GOOD, ...changes });
const ABSENT = goodBut({ code: { ok: true, value: { kind: "none" } } });
const WRONG = goodBut({
  chain: {
    verdict: "wrong",
    found: { by: "genesis", name: "Another" },
    reason: "it serves Another",
  },
});
const FOUR = [GOOD, GOOD, GOOD, GOOD];

describe("judgeConnection", () => {
  for (const [title, readings, verdict] of [
    ["four that confirm it", FOUR, "confirmed"],
    ["three only", FOUR.slice(1), "unknown"],
    ["none", [], "unknown"],
    ["an absent router, then four", [GOOD, ABSENT, ...FOUR], "confirmed"],
    ["an absent router in between", [GOOD, GOOD, ABSENT, GOOD], "unknown"],
    ["a router that is absent twice", [ABSENT, ABSENT, ...FOUR], "unknown"],
    ["one that confirms it, then another chain", [GOOD, WRONG], "unknown"],
    ["an absent router, then another chain", [ABSENT, WRONG], "wrong"],
  ] as const) {
    it(`given readings with ${title}, is ${verdict}`, () => {
      expect(judgeConnection(readings).verdict).to.equal(verdict);
    });
  }

  for (const [title, changes] of Object.entries({
    "another chain": WRONG,
    "an unread chain": { chain: { verdict: "unknown", reason: "silent" } },
    "a doubt": { chain: { verdict: "right", doubt: "block 0 is not there" } },
    "another block 0": { genesis: "0x7b" },
    "no address of the router": { router: { path: "registry.Router" } },
    "code that was not asked for": { code: undefined },
    "unread code": { code: { ok: false, reason: "silent" } },
  } satisfies Record<string, object>)) {
    it(`given ${title} once, is not confirmed whatever else is read, and says why`, () => {
      const other = { ...GOOD, ...changes } as GuardReadings;
      for (const readings of [
        [...FOUR, other],
        [other, ...FOUR],
      ]) {
        const judged = judgeConnection(readings);
        expect(judged).to.have.property("reason").that.is.not.empty;
        expect(judged.verdict).not.to.equal("confirmed");
      }
    });
  }
});
