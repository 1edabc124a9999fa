import type { Hex } from "../../base/hex.ts";
import { untrustedText } from "../../base/untrusted-text.ts";
import type { ProbeCall } from "../../rpc/probe-calls.ts";
import type { TokenValues } from "../expect/targets.ts";
import type { CallReading } from "../questions/readings.ts";
import { type Reason, told } from "../values/reason.ts";

/** Tells whether a contract behaves as an ERC-20 token. */
export type TokenJudgement =
  | {
      readonly verdict: "recognised";
      readonly symbol: string;
      readonly decimals: number;
    }
  | { readonly verdict: "wrong" | "unknown"; readonly reason: Reason };

/** The calls that show whether a contract is a token, by name. */
const CALLS = {
  "symbol()": "0x95d89b41",
  "decimals()": "0x313ce567",
  "totalSupply()": "0x18160ddd",
} as const;
const WORD_DIGITS = 64;
const MAX_DECIMALS = 255n;
const MAX_SYMBOL_LENGTH = 60;

/** The calls whose readings {@link judgeToken} takes, in its order. */
export function tokenCalls(to: Hex): readonly ProbeCall[] {
  return Object.values(CALLS).map((data) => ({ to, data }));
}

/**
 * Tells whether a contract answered `symbol`, `decimals` and `totalSupply` as
 * an ERC-20 must, and as configured. Its code does not matter: there are many
 * tokens.
 */
export function judgeToken(
  readings: readonly (CallReading | undefined)[],
  { symbol, decimals }: TokenValues,
): TokenJudgement {
  const data: Hex[] = [];
  for (const [index, name] of Object.keys(CALLS).entries()) {
    const reading = readings[index];
    if (reading === undefined || reading.kind === "unknown") {
      const cause = reading && told(reading.reason);
      const facts = { call: name };
      const reason: Reason = { code: "token-unread", facts, cause };
      return { verdict: "unknown", reason };
    }
    if (reading.kind === "reverted") {
      return notAToken(`${name} fails`);
    }
    data.push(reading.data);
  }
  const [symbolData = "0x", decimalsData = "0x", supplyData = "0x"] = data;
  const actualSymbol = decodeText(symbolData);
  const actualDecimals = decodeUint(decimalsData);
  if (actualSymbol === undefined) {
    return notAToken("symbol() does not return a string");
  }
  if (actualDecimals === undefined || actualDecimals > MAX_DECIMALS) {
    return notAToken("decimals() does not return a number up to 255");
  }
  const supply = decodeUint(supplyData);
  if (supply === undefined) {
    return notAToken("totalSupply() does not return a number");
  }
  if (actualSymbol === "" && supply === 0n) {
    return notAToken(
      "its symbol is empty and its supply 0, so it was never initialised",
    );
  }
  if (symbol !== undefined && symbol !== actualSymbol) {
    const shown = untrustedText(actualSymbol, { maxLength: MAX_SYMBOL_LENGTH });
    const facts = { symbol: shown, expected: symbol };
    return wrong({ code: "other-symbol", facts });
  }
  if (decimals !== undefined && BigInt(decimals) !== actualDecimals) {
    const facts = { decimals: `${actualDecimals}`, expected: `${decimals}` };
    return wrong({ code: "other-decimals", facts });
  }
  return {
    verdict: "recognised",
    symbol: actualSymbol,
    decimals: Number(actualDecimals),
  };
}

function notAToken(why: string): TokenJudgement {
  return wrong({ code: "not-a-token", facts: { why } });
}

function wrong(reason: Reason): TokenJudgement {
  return { verdict: "wrong", reason };
}

/** The first word, as every caller reads it; what follows is ignored. */
function decodeUint(data: Hex): bigint | undefined {
  if (data.length >= 2 + WORD_DIGITS) {
    return BigInt(data.slice(0, 2 + WORD_DIGITS));
  }
  return undefined;
}

/** A `string`, or the `bytes32` that some older tokens return. */
function decodeText(data: Hex): string | undefined {
  const digits = data.slice(2);
  if (digits.length === WORD_DIGITS) {
    // A number or an address is a word too, but has zeros in front.
    if (/^00(?!0*$)/.test(digits)) {
      return undefined;
    }
    return utf8(digits.replace(/(00)+$/, ""));
  }
  const words = 2 * WORD_DIGITS;
  if (
    digits.length < words ||
    BigInt(`0x${digits.slice(0, WORD_DIGITS)}`) !== 32n
  ) {
    return undefined;
  }
  const length = BigInt(`0x${digits.slice(WORD_DIGITS, words)}`);
  const available = BigInt((digits.length - words) / 2);
  if (length <= available) {
    return utf8(digits.slice(words, words + 2 * Number(length)));
  }
  return undefined;
}

function utf8(digits: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(
      Buffer.from(digits, "hex"),
    );
  } catch {
    return undefined;
  }
}
