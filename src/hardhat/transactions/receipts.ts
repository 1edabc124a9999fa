import type { RpcTransactionReceipt } from "viem";
import { isAddress } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import { isHash, isHex, lowerHex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { isRecord } from "../../base/records.ts";
import { describeValue } from "../../base/untrusted-text.ts";
import { decodeQuantity } from "../../rpc/decode-values.ts";

/** A receipt that says in which block the transaction is. */
export interface MinedReceipt {
  readonly blockNumber: bigint;
  /** As the node sent it, every field checked that viem's formatter reads. */
  readonly rpc: RpcTransactionReceipt;
}

type Check = (value: unknown) => boolean;

const isQuantity: Check = (value) => decodeQuantity(value).ok;
const isIndex: Check = (value) => {
  const index = decodeQuantity(value);
  return index.ok && index.value <= Number.MAX_SAFE_INTEGER;
};
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null || check(value);

const RECEIPT: Readonly<Record<string, Check>> = {
  blockHash: isHash,
  blockNumber: isQuantity,
  transactionIndex: isIndex,
  from: isAddress,
  to: optional(isAddress),
  contractAddress: optional(isAddress),
  cumulativeGasUsed: isQuantity,
  gasUsed: isQuantity,
  effectiveGasPrice: optional(isQuantity),
  blobGasPrice: optional(isQuantity),
  blobGasUsed: optional(isQuantity),
  logsBloom: optional(isHex),
  type: optional(isQuantity),
  logs: Array.isArray,
};
const LOG: Readonly<Record<string, Check>> = {
  address: isAddress,
  topics: (value) => Array.isArray(value) && value.every(isHash),
  data: isHex,
  logIndex: isIndex,
};

/**
 * The answer to `eth_getTransactionReceipt`; `undefined` where the node has no
 * receipt yet, or one that names no block. A receipt of another transaction, or
 * one of another shape, says nothing of this one.
 */
export function decodeReceipt(
  value: unknown,
  hash: Hex,
): Decoded<MinedReceipt | undefined> {
  if (value === null) {
    return { ok: true, value: undefined };
  }
  if (!isRecord(value)) {
    return fail(`expected a receipt, got ${describeValue(value)}`);
  }
  const { transactionHash, blockNumber } = value;
  if (!isSameHash(transactionHash, hash)) {
    return fail(
      `the receipt is of ${describeValue(transactionHash)}, not of the transaction asked for`,
    );
  }
  if (blockNumber === null || blockNumber === undefined) {
    return { ok: true, value: undefined };
  }
  const problem = problemOf(value);
  if (problem !== undefined) {
    return fail(`the receipt's ${problem}`);
  }
  const number = decodeQuantity(blockNumber);
  return number.ok && isReceipt(value)
    ? { ok: true, value: { blockNumber: number.value, rpc: value } }
    : fail("the receipt is of no shape known");
}

function isReceipt(
  value: Readonly<Record<string, unknown>>,
): value is Readonly<Record<string, unknown>> & RpcTransactionReceipt {
  return problemOf(value) === undefined;
}

/** Which member is wrong, and what it is instead. */
function problemOf(
  receipt: Readonly<Record<string, unknown>>,
): string | undefined {
  const { status, root, logs } = receipt;
  const wrong = wrongMember(receipt, RECEIPT);
  if (wrong !== undefined) {
    return wrong;
  }
  // Before Byzantium receipts had the state's root in place of a status.
  if (status !== "0x0" && status !== "0x1" && !isHash(root)) {
    return `status is ${describeValue(status)}, which is none`;
  }
  for (const [index, log] of (Array.isArray(logs) ? logs : []).entries()) {
    const wrongInLog = isRecord(log)
      ? wrongMember(log, LOG)
      : `entry is ${describeValue(log)}`;
    if (wrongInLog !== undefined) {
      return `log ${index}: its ${wrongInLog}`;
    }
  }
  return undefined;
}

function wrongMember(
  object: Readonly<Record<string, unknown>>,
  checks: Readonly<Record<string, Check>>,
): string | undefined {
  const wrong = Object.entries(checks).find(
    ([name, check]) => !check(object[name]),
  )?.[0];
  return wrong === undefined
    ? undefined
    : `${wrong} is ${describeValue(object[wrong])}, which is none`;
}

function isSameHash(value: unknown, hash: Hex): boolean {
  return isHash(value) && value.toLowerCase() === hash.toLowerCase();
}

function fail(reason: string): Decoded<never> {
  return { ok: false, reason };
}

/** What tells a transaction from others that would take its place. */
export interface TransactionIdentity {
  /** In lower case, like the sender. */
  readonly hash: Hex;
  readonly from: Hex;
  readonly nonce: bigint;
}

/** A transaction as nodes list it: alone, or in a block. */
export function decodeTransaction(
  value: unknown,
): Decoded<TransactionIdentity> {
  if (!isRecord(value)) {
    return fail(`expected a transaction, got ${describeValue(value)}`);
  }
  const { hash, from } = value;
  const nonce = decodeQuantity(value["nonce"]);
  if (!isHash(hash)) {
    return fail(`the transaction's hash is ${describeValue(hash)}`);
  }
  if (!isAddress(from)) {
    return fail(`the transaction's sender is ${describeValue(from)}`);
  }
  if (!nonce.ok) {
    return fail(`the transaction's nonce: ${nonce.reason}`);
  }
  return {
    ok: true,
    value: { hash: lowerHex(hash), from: lowerHex(from), nonce: nonce.value },
  };
}
