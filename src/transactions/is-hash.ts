import type { Hex } from "../rpc/types.ts";

/** Whether a value is 32 bytes as hexadecimal text. */
export function isHash(value: unknown): value is Hex {
  return typeof value === "string" && /^0x[0-9a-fA-F]{64}$/.test(value);
}
