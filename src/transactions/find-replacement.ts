import { hexQuantity } from "../rpc/hex-quantity.ts";
import { isRecord } from "../rpc/is-record.ts";
import type { Ask } from "./ask-node.ts";
import {
  decodeTransaction,
  type TransactionIdentity,
} from "./decode-transaction.ts";
import type { Replacement } from "./wait-state.ts";

/** So many blocks at most are read for it in one poll, the newest first. */
const MOST_BLOCKS = 16n;

/**
 * The mined transaction of the same sender and nonce, if one of these blocks
 * holds it: the only proof that a transaction will never be mined. What cannot
 * be read proves nothing.
 */
export async function findReplacement(
  ask: Ask,
  { hash, from, nonce }: TransactionIdentity,
  blocks: { readonly from: bigint; readonly to: bigint },
): Promise<Replacement | undefined> {
  const oldest = blocks.to - MOST_BLOCKS + 1n;
  const first = blocks.from > oldest ? blocks.from : oldest;
  for (let number = blocks.to; number >= first && number >= 0n; number--) {
    const block = await ask("eth_getBlockByNumber", [
      hexQuantity(number),
      true,
    ]);
    const by = block.ok
      ? transactionsOf(block.value).find(
          (candidate) =>
            candidate.from === from &&
            candidate.nonce === nonce &&
            candidate.hash !== hash,
        )
      : undefined;
    if (by !== undefined) {
      return { hash: by.hash, blockNumber: number };
    }
  }
  return undefined;
}

function transactionsOf(block: unknown): readonly TransactionIdentity[] {
  const list = isRecord(block) ? block["transactions"] : undefined;
  return (Array.isArray(list) ? list : []).flatMap((entry: unknown) => {
    const transaction = decodeTransaction(entry);
    return transaction.ok ? [transaction.value] : [];
  });
}
