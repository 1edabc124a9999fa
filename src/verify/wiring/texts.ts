import { keccak256, toHex } from "viem/utils";
import { isHex } from "../../base/hex.ts";
import { untrustedText } from "../../base/untrusted-text.ts";
import { type ControlValue, EMPTY, isPlain } from "./values.ts";

/**
 * A text of a contract. What is not shown as it is has its hash, and so has a text that
 * could be a word of this program.
 */
export function describeText(text: unknown): ControlValue | undefined {
  if (typeof text !== "string" || text === "") {
    return text === "" ? EMPTY : undefined;
  }
  const shown = untrustedText(text);
  const hash = keccak256(toHex(text));
  return {
    text:
      shown === text && isPlain(text)
        ? text
        : `${shown} (in full: keccak256 ${hash})`,
  };
}

/** A value of any type. What is not shown as it is has its hash, so that no change is hidden. */
export function describeAny(value: unknown): ControlValue {
  const text = isHex(value)
    ? value
    : JSON.stringify(value, (_, part: unknown) =>
        typeof part === "bigint" ? String(part) : part,
      ).replace(/^"(\d+)"$/, "$1");
  const shown = untrustedText(text);
  return {
    text:
      shown === text ? text : `${shown} (keccak256 ${keccak256(toHex(text))})`,
  };
}
