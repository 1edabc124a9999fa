import type { Hex } from "./types.ts";

/** A JSON-RPC quantity: no leading zeros, `0x0` for zero. */
export function hexQuantity(value: bigint): Hex {
  return `0x${value.toString(16)}`;
}
