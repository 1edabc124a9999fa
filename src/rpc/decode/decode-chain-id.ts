import type { Decoded } from "../types.ts";
import { decodeQuantity } from "./decode-quantity.ts";

/**
 * The answer to `eth_chainId`. Zero is no chain's id (a node that is not ready
 * says it), and ids beyond 2^53 − 1 cannot be told apart as numbers.
 */
export function decodeChainId(value: unknown): Decoded<number> {
  const quantity = decodeQuantity(value);
  if (!quantity.ok) {
    return { ok: false, reason: `eth_chainId: ${quantity.reason}` };
  }
  if (quantity.value === 0n) {
    return { ok: false, reason: "eth_chainId: 0 is not a chain id" };
  }
  if (quantity.value > BigInt(Number.MAX_SAFE_INTEGER)) {
    return {
      ok: false,
      reason: `eth_chainId: ${quantity.value} is too large for a chain id`,
    };
  }
  return { ok: true, value: Number(quantity.value) };
}
