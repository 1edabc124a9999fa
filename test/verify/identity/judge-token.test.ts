import { expect } from "chai";
import { encodeAbiParameters, stringToHex } from "viem";

import type { Hex } from "../../../src/base/hex.ts";
import {
  judgeToken,
  type TokenJudgement,
} from "../../../src/verify/identity/judge-token.ts";
import type { CallReading } from "../../../src/verify/questions/readings.ts";
import { told } from "../../../src/verify/values/reason.ts";
import { sentence } from "../../../src/verify/words/sentences.ts";

const SYMBOL = text("OCEAN");
const DECIMALS = uint(18n);
const SUPPLY = uint(10n ** 24n);

describe("judgeToken", () => {
  it("given a contract that answers as an ERC-20 must, then it is one, with its symbol and decimals", () => {
    expect(judge(SYMBOL, DECIMALS, SUPPLY)).to.deep.equal({
      verdict: "recognised",
      symbol: "OCEAN",
      decimals: 18,
    });
  });

  const SYMBOLS: Readonly<Record<string, readonly [Hex, string]>> = {
    "a symbol in 32 bytes": [stringToHex("MKR", { size: 32 }), "MKR"],
    "a symbol of several bytes a letter": [text("EURØ€"), "EURØ€"],
    "an empty symbol with a supply": [text(""), ""],
    "a symbol with data behind it": [
      `0x${SYMBOL.slice(2)}${"ff".repeat(64)}`,
      "OCEAN",
    ],
    "a symbol that is not padded to words": [
      `0x${SYMBOL.slice(2, 140)}`,
      "OCEAN",
    ],
  };
  for (const [name, [data, symbol]] of Object.entries(SYMBOLS)) {
    it(`given ${name}, then it is a token`, () => {
      expect(judge(data, DECIMALS, SUPPLY)).to.deep.equal({
        verdict: "recognised",
        symbol,
        decimals: 18,
      });
    });
  }

  const NO_TEXT: Readonly<Record<string, Hex>> = {
    "no data": "0x",
    "an address": `0x${"00".repeat(12)}${"ab".repeat(20)}`,
    "bytes that are no UTF-8 in a string": encodeAbiParameters(
      [{ type: "bytes" }],
      ["0xfffe80"],
    ),
    "a string longer than its data": `0x${uint(32n).slice(2)}${uint(6n).slice(2)}4f43`,
    "a string at another place": `0x${uint(64n).slice(2)}${SYMBOL.slice(66)}`,
  };
  for (const [name, data] of Object.entries(NO_TEXT)) {
    it(`given ${name} for a symbol, then it is no token`, () => {
      expect(judge(data, DECIMALS, SUPPLY)).to.deep.equal(
        notAToken("symbol() does not return a string"),
      );
    });
  }

  for (const [name, decimals] of [
    ["less than a word", `0x${"00".repeat(31)}`],
    ["256", uint(256n)],
  ] as const) {
    it(`given ${name} for decimals, then it is no token`, () => {
      expect(judge(SYMBOL, decimals, SUPPLY)).to.deep.equal(
        notAToken("decimals() does not return a number up to 255"),
      );
    });
  }

  it("given no number for its supply, then it is no token", () => {
    const judged = judge(SYMBOL, DECIMALS, "0x");

    expect(judged).to.deep.equal(
      notAToken("totalSupply() does not return a number"),
    );
    expect(wordsOf(judged)).to.equal(
      "it is not an ERC-20 token: totalSupply() does not return a number",
    );
  });

  it("given a supply of 0, then it is a token; with an empty symbol as well, then it was never initialised", () => {
    expect(judge(SYMBOL, DECIMALS, uint(0n)).verdict).to.equal("recognised");
    expect(judge(text(""), uint(0n), uint(0n))).to.deep.equal(
      notAToken(
        "its symbol is empty and its supply 0, so it was never initialised",
      ),
    );
  });

  for (const [index, name] of [
    "symbol()",
    "decimals()",
    "totalSupply()",
  ].entries()) {
    it(`given a ${name} that fails, then it is no token`, () => {
      const readings = good().with(index, { kind: "reverted" });

      expect(judgeToken(readings, {})).to.deep.equal(
        notAToken(`${name} fails`),
      );
    });

    it(`given a ${name} that could not be read, then nothing is said of it`, () => {
      const readings = good().with(index, {
        kind: "unknown",
        reason: "no answer within 5 s",
      });

      const judged = judgeToken(readings, {});
      const facts = { call: name };
      expect(judged).to.deep.equal({
        verdict: "unknown",
        reason: {
          code: "token-unread",
          facts,
          cause: told("no answer within 5 s"),
        },
      });
      expect(wordsOf(judged)).to.equal(
        `${name} could not be read: no answer within 5 s`,
      );
      expect(judgeToken(good().slice(0, index), {})).to.deep.equal({
        verdict: "unknown",
        reason: { code: "token-unread", facts, cause: undefined },
      });
    });
  }

  it("given a hostile symbol that differs, then the reason is one short line without control characters", () => {
    const symbol = text(`\u001B[2J\r\n::error::\u202E${"x".repeat(5000)}`);
    const judged = judgeToken(
      good().with(0, { kind: "returned", data: symbol }),
      { symbol: "EURAU" },
    );

    expect(judged.verdict).to.equal("wrong");
    const reason = wordsOf(judged);
    expect(reason).to.contain('not the configured "EURAU"');
    expect(reason).to.not.match(/\p{C}|[\r\n]/u);
    expect(reason.length < 150).to.equal(true);
  });
});

function judge(symbol: Hex, decimals: Hex, supply: Hex) {
  return judgeToken(
    [symbol, decimals, supply].map((data) => ({ kind: "returned", data })),
    {},
  );
}

function notAToken(why: string) {
  return { verdict: "wrong", reason: { code: "not-a-token", facts: { why } } };
}

/** Why it is no token, or unknown, as reports say it. */
function wordsOf(judged: TokenJudgement): string {
  return "reason" in judged ? sentence(judged.reason) : "";
}

function good(): readonly CallReading[] {
  return [SYMBOL, DECIMALS, SUPPLY].map((data) => ({ kind: "returned", data }));
}

function text(value: string): Hex {
  return encodeAbiParameters([{ type: "string" }], [value]);
}

function uint(value: bigint): Hex {
  return encodeAbiParameters([{ type: "uint256" }], [value]);
}
