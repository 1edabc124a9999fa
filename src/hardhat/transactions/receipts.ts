import type { RpcTransactionReceipt } from "viem";
import { isAddress } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import { isHash, isHex, lowerHex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { isRecord } from "../../base/records.ts";
import { describeValue } from "../../base/untrusted-text.ts";
import { decodeQuantity } from "../../rpc/decode-values.ts";

/** A receipt of a transaction that is in a block. */
export interface MinedReceipt {
  readonly blockNumber: bigint;
  /** As returned by the node, with every field that viem's formatter reads checked. */
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
 * Decodes the result of `eth_getTransactionReceipt`; `undefined` if there is no
 * receipt yet, or one without a block. An invalid receipt, or that of another
 * transaction, is rejected.
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
      `the receipt is of ${describeValue(transactionHash)}, not of the requested transaction`,
    );
  }
  if (blockNumber === null || blockNumber === undefined) {
    return { ok: true, value: undefined };
  }
  const problem = problemOf(value);
  if (problem !== undefined) {
    return fail(`the receipt is invalid: ${problem}`);
  }
  const number = decodeQuantity(blockNumber);
  return number.ok && isReceipt(value)
    ? { ok: true, value: { blockNumber: number.value, rpc: value } }
    : fail("the receipt is invalid");
}

function isReceipt(
  value: Readonly<Record<string, unknown>>,
): value is Readonly<Record<string, unknown>> & RpcTransactionReceipt {
  return problemOf(value) === undefined;
}

/** The first invalid field of a receipt and its value, such as `from is 12`. */
function problemOf(
  receipt: Readonly<Record<string, unknown>>,
): string | undefined {
  const { status, root, logs } = receipt;
  const problem = invalidField(receipt, RECEIPT);
  if (problem !== undefined) {
    return problem;
  }
  // Before Byzantium, receipts had a state root instead of a status.
  if (status !== "0x0" && status !== "0x1" && !isHash(root)) {
    return `status is ${describeValue(status)}`;
  }
  for (const [index, log] of (Array.isArray(logs) ? logs : []).entries()) {
    if (!isRecord(log)) {
      return `log ${index} is ${describeValue(log)}`;
    }
    const logProblem = invalidField(log, LOG);
    if (logProblem !== undefined) {
      return `log ${index} is invalid: ${logProblem}`;
    }
  }
  return undefined;
}

function invalidField(
  object: Readonly<Record<string, unknown>>,
  checks: Readonly<Record<string, Check>>,
): string | undefined {
  const name = Object.entries(checks).find(
    ([field, check]) => !check(object[field]),
  )?.[0];
  return name === undefined
    ? undefined
    : `${name} is ${describeValue(object[name])}`;
}

function isSameHash(value: unknown, hash: Hex): boolean {
  return isHash(value) && value.toLowerCase() === hash.toLowerCase();
}

function fail(reason: string): Decoded<never> {
  return { ok: false, reason };
}

/** The fields that distinguish a transaction from its replacement. */
export interface TransactionIdentity {
  /** In lower case. */
  readonly hash: Hex;
  /** In lower case. */
  readonly from: Hex;
  readonly nonce: bigint;
}

/** Decodes a transaction, as returned on its own or in a block. */
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
    return fail(`the transaction's nonce is invalid: ${nonce.reason}`);
  }
  return {
    ok: true,
    value: { hash: lowerHex(hash), from: lowerHex(from), nonce: nonce.value },
  };
}
