import type { Hex } from "../rpc/types.ts";

/** Whether a node's answer is `0x` text, empty data included. */
export function isHex(value: unknown): value is Hex {
  return typeof value === "string" && /^0x[0-9a-f]*$/i.test(value);
}
