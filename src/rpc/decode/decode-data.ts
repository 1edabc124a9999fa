import { isHex } from "../is-hex.ts";
import { lowerHex } from "../lower-hex.ts";
import type { Decoded, Hex } from "../types.ts";
import { describeValue } from "./describe-value.ts";

/**
 * Unformatted data, as `eth_call` answers it: `0x` and two hexadecimal digits
 * a byte, maybe none; in lower case.
 */
export function decodeData(value: unknown): Decoded<Hex> {
  if (!isHex(value)) {
    return {
      ok: false,
      reason: `expected hexadecimal data, got ${describeValue(value)}`,
    };
  }
  if (value.length % 2 !== 0) {
    return {
      ok: false,
      reason: `expected whole bytes, got ${value.length - 2} hexadecimal digits`,
    };
  }
  return { ok: true, value: lowerHex(value) };
}
