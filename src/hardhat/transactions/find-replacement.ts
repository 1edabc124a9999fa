import { type Hex, hexQuantity, isHash } from "../../base/hex.ts";
import { type Decoded, recordOf } from "../../base/records.ts";
import { decodeQuantity } from "../../rpc/decode-values.ts";

interface Search {
  /** The hash of a pending transaction. */
  readonly hash: Hex;
  /** Its sender and nonce. */
  readonly slot: string;
  /** The first block to search. */
  readonly from: bigint;
  readonly head: bigint;
}

/** What only one transaction of a chain can have; `undefined` if it is invalid. */
export function slotOf(transaction: unknown): string | undefined {
  const { from, nonce } = recordOf(transaction);
  const number = decodeQuantity(nonce);
  return number.ok
    ? `${String(from).toLowerCase()} ${number.value}`
    : undefined;
}

/** The maximum number of blocks in one search, between two polls. */
const MAX_BLOCKS = 16n;

/**
 * Searches the blocks up to the head for another transaction with the same sender and
 * nonce.
 *
 * @returns Its hash, if there is one, and the block that contains it, or is to be
 * searched next.
 */
export async function findReplacement(
  request: (method: string, ...params: unknown[]) => Promise<Decoded<unknown>>,
  { hash, slot, from, head }: Search,
): Promise<{ replacement?: Hex; next: bigint }> {
  let next = from;
  for (; next <= head && next < from + MAX_BLOCKS; next++) {
    const number = hexQuantity(next);
    const block = await request("eth_getBlockByNumber", number, true);
    if (!block.ok) {
      break;
    }
    for (const other of [recordOf(block.value)["transactions"]].flat()) {
      const { hash: replacement } = recordOf(other);
      if (
        slotOf(other) === slot &&
        isHash(replacement) &&
        replacement !== hash
      ) {
        return { replacement, next };
      }
    }
  }
  return { next };
}
