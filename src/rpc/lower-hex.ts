import { isHex } from "./is-hex.ts";
import type { Hex } from "./types.ts";

/** The same hexadecimal data in lower case, the form in which it is compared. */
export function lowerHex(hex: Hex): Hex {
  const lower = hex.toLowerCase();
  return isHex(lower) ? lower : hex;
}
