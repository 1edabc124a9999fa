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
/** Of the runtime codes in the npm packages of Safe: proxy, implementation. */
const SAFES: readonly (readonly [release: string, proxy: Hex, of: Hex])[] = [
  [
    "1.1.1",
    "0xaea7d4252f6245f301e540cfbee27d3a88de543af8e49c5c62405d5499fab7e5",
    "0x56b8be58b5ad629a621593a2e5e5e8e9a28408dc06e95597497b303902772e45",
  ],
  [
    "1.3.0",
    "0xb89c1b3bdf2cf8827818646bce9a8f6e372885f8c55e5c07acbd307cb133b000",
    "0xbba688fbdb21ad2bb58bc320638b43d94e7d100f6f3ebaab0a4e4de6304b1c2e",
  ],
  [
    "1.4.1",
    "0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c",
    "0xb1f926978a0f44a2c0ec8fe822418ae969bd8c3f18d61e5103100339894f81ff",
  ],
];
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
    slot: { ok: true, value: word("0x") },
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
        slot: { ok: true, value: word(SINGLETON) },
        implementations: new Map([[codeKey(SINGLETON), code(implementation)]]),
      });

      expect(judgeHolder(reading)).to.deep.equal({
        ok: true,
        value: `multisig, Safe ${release}`,
      });
    });

    it(`given a proxy of Safe ${release} that runs other code, then it is a contract, not a multisig`, () => {
      const reading = holder(code(proxy), code(proxy), {
        slot: { ok: true, value: word(SINGLETON) },
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
          slot: { ok: true, value: word(SINGLETON) },
          implementations,
        });

        expect(judgeHolder(reading).ok).to.equal(false);
      }
    });

    it(`given a proxy of Safe ${release} whose implementation could not be read, then it is unknown`, () => {
      const reading = holder(code(proxy), code(proxy), {
        slot: { ok: false, reason: "HTTP 503" },
      });

      expect(judgeHolder(reading)).to.deep.equal({
        ok: false,
        reason: "HTTP 503",
      });
    });
  }
});
