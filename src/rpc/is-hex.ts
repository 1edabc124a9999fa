import type { Hex } from "./types.ts";

/** Whether a text is `0x` and nothing but hexadecimal digits, maybe none. */
export function isHex(value: unknown): value is Hex {
  return (
    typeof value === "string" &&
    value.startsWith("0x") &&
    !/[^0-9a-fA-F]/.test(value.slice(2))
  );
}
