import { isHex } from "../is-hex.ts";
import { lowerHex } from "../lower-hex.ts";
import type { Decoded, Hex } from "../types.ts";
import { describeValue } from "./describe-value.ts";

const WORD_DIGITS = 64;

/**
 * The answer to `eth_getStorageAt`: a word of 32 bytes. Some clients write it
 * as a quantity (`0x0`, `0x1f`), which is padded; a shorter text with leading
 * zeros may be a word that was cut and is refused.
 */
export function decodeStorageSlot(value: unknown): Decoded<Hex> {
  if (isHex(value)) {
    const digits = lowerHex(value).slice(2);
    const isQuantity = /^(0|00|[1-9a-f][0-9a-f]{0,63})$/.test(digits);
    if (digits.length === WORD_DIGITS || isQuantity) {
      return { ok: true, value: `0x${digits.padStart(WORD_DIGITS, "0")}` };
    }
  }
  return {
    ok: false,
    reason: `eth_getStorageAt: expected a word of 32 bytes, got ${describeValue(value)}`,
  };
}
