import { isAddress } from "../config/checksum.ts";
import { decodeQuantity } from "../rpc/decode/decode-quantity.ts";
import { describeValue } from "../rpc/decode/describe-value.ts";
import { isRecord } from "../rpc/is-record.ts";
import { lowerHex } from "../rpc/lower-hex.ts";
import type { Decoded, Hex } from "../rpc/types.ts";
import { isHash } from "./is-hash.ts";

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

function fail(reason: string): Decoded<never> {
  return { ok: false, reason };
}
