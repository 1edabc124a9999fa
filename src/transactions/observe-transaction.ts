import { decodeQuantity } from "../rpc/decode/decode-quantity.ts";
import type { Decoded, Hex } from "../rpc/types.ts";
import type { Ask } from "./ask-node.ts";
import { decodeReceipt } from "./decode-receipt.ts";
import {
  decodeTransaction,
  type TransactionIdentity,
} from "./decode-transaction.ts";
import { findReplacement } from "./find-replacement.ts";
import { readDecoded } from "./read-decoded.ts";
import type { Observation, WaitState } from "./wait-state.ts";

/**
 * Polls once. The head is read first: what the receipt read after it says holds
 * for that head at least.
 */
export async function observeTransaction(
  ask: Ask,
  hash: Hex,
  { transaction: known, searchedTo }: WaitState,
): Promise<Observation> {
  const head = await readDecoded(ask, "eth_blockNumber", [], decodeQuantity);
  if (!head.ok) {
    return unanswered(head.reason);
  }
  const receipt = await readDecoded(
    ask,
    "eth_getTransactionReceipt",
    [hash],
    (value) => decodeReceipt(value, hash),
  );
  if (!receipt.ok) {
    return unanswered(receipt.reason);
  }
  if (receipt.value !== undefined) {
    return { kind: "mined", head: head.value, receipt: receipt.value };
  }
  const transaction = await readDecoded(
    ask,
    "eth_getTransactionByHash",
    [hash],
    (value): Decoded<TransactionIdentity | undefined> =>
      value === null
        ? { ok: true, value: undefined }
        : decodeTransaction(value),
  );
  if (!transaction.ok) {
    return unanswered(transaction.reason);
  }
  if (transaction.value !== undefined) {
    return transaction.value.hash === hash.toLowerCase()
      ? { kind: "pending", head: head.value, transaction: transaction.value }
      : unanswered("eth_getTransactionByHash: that is another transaction");
  }
  const replacement =
    known === undefined
      ? undefined
      : await findReplacement(ask, known, {
          from: searchedTo ?? head.value,
          to: head.value,
        });
  return replacement === undefined
    ? { kind: "absent", head: head.value }
    : { kind: "replaced", head: head.value, by: replacement };
}

function unanswered(reason: string): Observation {
  return { kind: "unanswered", reason };
}
