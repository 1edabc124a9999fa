import type { Hex } from "../../base/hex.ts";
import { hexQuantity } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { isRecord } from "../../base/records.ts";
import { decodeQuantity } from "../../rpc/decode-values.ts";
import type { Observation, Replacement, WaitState } from "./judge-poll.ts";
import {
  decodeReceipt,
  decodeTransaction,
  type TransactionIdentity,
} from "./receipts.ts";
import { type NodeRequest, readDecoded } from "./request-node.ts";

/**
 * Polls once. The head is read before the receipt, so that confirmations are
 * never counted with a head that is newer than the receipt.
 */
export async function observeTransaction(
  request: NodeRequest,
  hash: Hex,
  { transaction: known, searchedTo }: WaitState,
): Promise<Observation> {
  const head = await readDecoded(
    request,
    "eth_blockNumber",
    [],
    decodeQuantity,
  );
  if (!head.ok) {
    return unanswered(head.reason);
  }
  const receipt = await readDecoded(
    request,
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
    request,
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
      : unanswered(
          "eth_getTransactionByHash: the node returned another transaction",
        );
  }
  const replacement =
    known === undefined
      ? undefined
      : await findReplacement(request, known, {
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

/** The maximum number of blocks that a poll searches, newest first. */
const MAX_SEARCHED_BLOCKS = 16n;

/**
 * Searches blocks for a mined transaction of the same sender and nonce, which is
 * the only proof that a transaction will never be mined. Blocks that could not be
 * read are skipped.
 */
async function findReplacement(
  request: NodeRequest,
  { hash, from, nonce }: TransactionIdentity,
  blocks: { readonly from: bigint; readonly to: bigint },
): Promise<Replacement | undefined> {
  const oldest = blocks.to - MAX_SEARCHED_BLOCKS + 1n;
  const first = blocks.from > oldest ? blocks.from : oldest;
  for (let number = blocks.to; number >= first && number >= 0n; number--) {
    const block = await request("eth_getBlockByNumber", [
      hexQuantity(number),
      true,
    ]);
    const replacement = block.ok
      ? transactionsOf(block.value).find(
          (candidate) =>
            candidate.from === from &&
            candidate.nonce === nonce &&
            candidate.hash !== hash,
        )
      : undefined;
    if (replacement !== undefined) {
      return { hash: replacement.hash, blockNumber: number };
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
