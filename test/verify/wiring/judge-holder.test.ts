import { expect } from "chai";
import { getAddress } from "viem";
import type { Hex } from "../../../src/base/hex.ts";
import { SAFE } from "../../../src/contracts/types/safe.ts";
import { encodeCall } from "../../../src/verify/follow/codec.ts";
import {
  judgeHolder,
  partyValue,
} from "../../../src/verify/follow/judge-holder.ts";
import { Answers } from "../../../src/verify/questions/question.ts";
import {
  type CallReading,
  type CodeReading,
  NOT_READ,
} from "../../../src/verify/questions/readings.ts";
import { render } from "../../../src/verify/words/render.ts";

const NONE: CodeReading = { kind: "none" };
const UNREAD: CodeReading = { kind: "unknown", reason: "HTTP 503" };
const HASH: Hex = `0x${"11".repeat(32)}`;
const DELEGATED: CodeReading = {
  kind: "delegated",
  target: `0x${"ab".repeat(20)}`,
  hash: HASH,
};
/** The proxy and an implementation of each release. */
const SAFES = [...SAFE.proxies].map(([proxy, release]) => {
  const of = [...SAFE.releases].find(([, one]) => one === release)?.[0];
  return [release, proxy as Hex, of as Hex] as const;
});
const [SINGLETON = "0x"] = SAFE.implementations;

function code(hash: Hex | undefined, size = 171): CodeReading {
  return { kind: "code", size, hash, code: undefined };
}

function word(address: string): Hex {
  return `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;
}

const OF: Hex = `0x${"cd".repeat(20)}`;

const STORED = {
  kind: "word",
  address: OF,
  slot: "0x0",
  neverZero: true,
} as const;

/** What was read in two ways, and the code of what a proxy names. */
function holder(
  first: CodeReading,
  second: CodeReading,
  implementation?: CodeReading,
  isByStorage = false,
): Answers {
  const [view] = SAFE.named;
  const call = { to: OF, data: encodeCall(view) };
  const named: CallReading = { kind: "returned", data: word(SINGLETON) };
  const own = [
    [{ kind: "text", address: OF }, first],
    [{ kind: "code", address: OF }, second],
  ] as const;
  return new Answers(
    implementation === undefined
      ? own
      : [
          ...own,
          [{ kind: "code", address: SINGLETON }, implementation],
          // The proxies of release 1.0.0 only have it in storage, those of others answer.
          isByStorage
            ? [STORED, { ok: true, value: word(SINGLETON) }]
            : [{ kind: "call", call }, named],
        ],
  );
}

function wordsOf(what: ReturnType<typeof judgeHolder>["what"]): string {
  return what.ok
    ? render({ kind: "read", value: partyValue(what.value) })
    : "unknown";
}

describe("what is behind the address of an owner", () => {
  for (const [what, reading, expected] of [
    ["no code, read twice", holder(NONE, NONE), "account"],
    ["code, read twice", holder(code(HASH), code(HASH)), "contract"],
    [
      "a delegation, which the probe takes for code",
      holder(DELEGATED, code(HASH, 23)),
      `account that delegates to ${getAddress(DELEGATED.target)}`,
    ],
  ] as const) {
    it(`given ${what}, then it is: ${expected}`, () => {
      expect(wordsOf(judgeHolder(OF, reading).what)).to.equal(expected);
    });
  }

  for (const [what, reading] of [
    ["nothing read", new Answers()],
    ["one read that failed", holder(NONE, UNREAD)],
    ["other code the second time", holder(code(HASH), code(word("0x12")))],
    ["another size the second time", holder(code(HASH), code(undefined, 3))],
    ["a delegation once, and nothing once", holder(DELEGATED, NONE)],
    [
      "a delegation once, and another one once",
      holder(DELEGATED, code(word("0x12"), 23)),
    ],
  ] as const) {
    it(`given ${what}, then it is unknown, not an account`, () => {
      expect(judgeHolder(OF, reading).what.ok).to.equal(false);
    });
  }

  for (const [release, proxy, implementation] of SAFES) {
    it(`given a proxy of Safe ${release}, then it is a multisig with its implementation alone, and unknown without one`, () => {
      const whatOf = (of: CodeReading | undefined) => {
        const isByStorage = release === "1.0.0";
        const read = holder(code(proxy), code(proxy), of, isByStorage);
        const { what } = judgeHolder(OF, read);
        return wordsOf(what);
      };

      expect(whatOf(code(implementation))).to.equal(
        `multisig, Safe ${release}`,
      );
      expect(whatOf(code(HASH))).to.equal("contract");
      for (const of of [NOT_READ, NONE, UNREAD, code(undefined), undefined]) {
        expect(whatOf(of)).to.equal("unknown");
      }
    });
  }
});
