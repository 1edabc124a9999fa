import { keccak256, toHex } from "viem/utils";
import { type Hex, isHex } from "../../base/hex.ts";
import { recordOf } from "../../base/records.ts";
import { untrustedText } from "../../base/untrusted-text.ts";
import { type ControlValue, EMPTY, isPlain } from "./values.ts";

/**
 * A text of a contract. What is not shown as it is has its hash, and so has a text that
 * could be a word of this program.
 */
export function describeText(text: unknown): ControlValue | undefined {
  const { bytes } = recordOf(text);
  if (isHex(bytes)) {
    return inFull(untrustedText(bytes), bytes);
  }
  if (typeof text !== "string" || text === "") {
    return text === "" ? EMPTY : undefined;
  }
  const shown = untrustedText(text);
  return shown === text && isPlain(text)
    ? { text }
    : inFull(shown, toHex(text));
}

function inFull(shown: string, bytes: Hex): ControlValue {
  return { text: `${shown} (in full: keccak256 ${keccak256(bytes)})` };
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
