import { expect } from "chai";
import type { Hex } from "../../../src/base/hex.ts";
import { SAFE } from "../../../src/contracts/types/safe.ts";
import {
  type CodeReading,
  codeKey,
} from "../../../src/verify/reading/readings.ts";
import type { HolderReading } from "../../../src/verify/wiring/answers.ts";
import { judgeHolder } from "../../../src/verify/wiring/judge-holder.ts";

const NONE: CodeReading = { kind: "none" };
const UNREAD: CodeReading = { kind: "unknown", reason: "HTTP 503" };
const DELEGATED: CodeReading = {
  kind: "delegated",
  target: `0x${"ab".repeat(20)}`,
};
const HASH: Hex = `0x${"11".repeat(32)}`;
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

function holder(
  first: CodeReading,
  second: CodeReading,
  given: Partial<HolderReading> = {},
): HolderReading {
  return {
    codes: [first, second],
    singleton: undefined,
    release: undefined,
    implementations: new Map(),
    ...given,
  };
}

describe("what is behind the address of an owner", () => {
  for (const [what, reading, expected] of [
    ["no code, read twice", holder(NONE, NONE), "account"],
    ["code, read twice", holder(code(HASH), code(HASH)), "contract"],
    [
      "code of which one read gives no hash",
      holder(code(undefined), code(HASH)),
      "contract",
    ],
    [
      "a delegation, which the probe takes for code",
      holder(DELEGATED, code(HASH, 23)),
      `account that delegates to ${DELEGATED.target}`,
    ],
  ] as const) {
    it(`given ${what}, then it is: ${expected}`, () => {
      expect(judgeHolder(reading)).to.deep.equal({ ok: true, value: expected });
    });
  }

  for (const [what, reading] of [
    ["nothing read", undefined],
    ["one read that failed", holder(NONE, UNREAD)],
    ["code once, and none once", holder(code(HASH), NONE)],
    ["other code the second time", holder(code(HASH), code(word("0x12")))],
    ["another size the second time", holder(code(HASH), code(undefined, 3))],
    ["a delegation once, and nothing once", holder(DELEGATED, NONE)],
  ] as const) {
    it(`given ${what}, then it is unknown, not an account`, () => {
      expect(judgeHolder(reading).ok).to.equal(false);
    });
  }

  for (const [release, proxy, implementation] of SAFES) {
    it(`given a proxy of Safe ${release} with its implementation, then it is a multisig`, () => {
      const reading = holder(code(proxy), code(proxy), {
        singleton: SINGLETON,
        implementations: new Map([[codeKey(SINGLETON), code(implementation)]]),
      });

      expect(judgeHolder(reading)).to.deep.equal({
        ok: true,
        value: `multisig, Safe ${release}`,
      });
    });

    it(`given a proxy of Safe ${release} that runs other code, then it is a contract, not a multisig`, () => {
      const reading = holder(code(proxy), code(proxy), {
        singleton: SINGLETON,
        implementations: new Map([[codeKey(SINGLETON), code(HASH)]]),
      });

      expect(judgeHolder(reading)).to.deep.equal({
        ok: true,
        value: "contract",
      });
    });

    it(`given a proxy of Safe ${release} and no code of its implementation, then it is unknown, not a contract of another kind`, () => {
      for (const implementations of [
        new Map(),
        new Map([[codeKey(SINGLETON), NONE]]),
        new Map([[codeKey(SINGLETON), UNREAD]]),
        new Map([[codeKey(SINGLETON), code(undefined)]]),
      ]) {
        const reading = holder(code(proxy), code(proxy), {
          singleton: SINGLETON,
          implementations,
        });

        expect(judgeHolder(reading).ok).to.equal(false);
      }
    });

    it(`given a proxy of Safe ${release} that does not name its implementation, then it is unknown`, () => {
      expect(judgeHolder(holder(code(proxy), code(proxy))).ok).to.equal(false);
    });
  }
});
