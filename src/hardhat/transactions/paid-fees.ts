import { type Hex, isHash } from "../../base/hex.ts";
import { recordOf } from "../../base/records.ts";
import type { NodeConnection } from "../../connect/select-networks.ts";
import { decodeQuantity } from "../../rpc/decode-values.ts";
import { requestNode } from "./request-node.ts";

/** In wei per unit of gas. A gas price is both. */
interface Fees {
  readonly tip: bigint;
  readonly max: bigint;
}

/** The fees of a transaction, with the multiplier and without. */
export interface Payment {
  readonly paid: Fees;
  readonly own: Fees;
  /** The payment above the base fee that `own` was meant to have. */
  readonly ownTip: bigint;
  /** The base fee of its block, which is a guess until that is known. */
  baseFee: bigint;
  /** The hash of the transaction, until its block is known. */
  hash?: Hex | undefined;
}

/**
 * The fees that this process paid on a node. Nodes suggest what recent transactions paid
 * above the base fee. On a chain with few transactions, that is what this process paid,
 * which would be multiplied with every transaction again.
 */
interface PaidFees {
  readonly payments: Payment[];
  /** The lowest tip that the node suggested, which may be its minimum. */
  lowest?: bigint;
}

const byProvider = new WeakMap<object, PaidFees>();
/**
 * By URL, and by the hash of the genesis block: all connections to a URL, and all URLs of
 * a chain, share them.
 */
const byNode = new Map<string, PaidFees>();
/** geth suggests one of the tips in the last 40 blocks, from up to 3 of each. */
const MAX_PAYMENTS = 256;
/** The maximum that is looked up at once. */
const MAX_LOOKUPS = 16;

export async function paidFeesOn(
  connection: NodeConnection,
): Promise<PaidFees> {
  const { networkConfig, provider } = connection;
  if (networkConfig.type !== "http") {
    const paidFees = byProvider.get(provider) ?? { payments: [] };
    byProvider.set(provider, paidFees);
    return paidFees;
  }
  const url = await networkConfig.url.getUrl();
  const keys = [url];
  if (!byNode.has(url)) {
    const method = "eth_getBlockByNumber";
    const { hash } = await readRecord(connection, method, "0x0", false);
    keys.push(...(isHash(hash) ? [hash] : []));
  }
  const known = keys.map((key) => byNode.get(key)).find(Boolean);
  const paidFees = known ?? { payments: [] };
  for (const key of keys) {
    byNode.set(key, paidFees);
  }
  return paidFees;
}

export function addPayment({ payments }: PaidFees, payment: Payment): void {
  payments.push(payment);
  if (payments.length > MAX_PAYMENTS) {
    payments.shift();
  }
}

/** The lowest tip that a node suggested, including this one: it surely accepts that. */
export function lowestTip(paidFees: PaidFees, suggested: bigint): bigint {
  if (paidFees.lowest === undefined || suggested < paidFees.lowest) {
    paidFees.lowest = suggested;
  }
  return paidFees.lowest;
}

/**
 * The tip that a node would suggest, above a base fee, if this process had not multiplied
 * its fees. Blocks are looked up after the suggestion, so that those that it is of exist.
 */
export async function withoutMultiplier(
  connection: NodeConnection,
  { payments }: PaidFees,
  { tip: suggested, baseFee }: Readonly<Record<"tip" | "baseFee", bigint>>,
): Promise<bigint> {
  const unsettled = payments.filter(({ hash }) => hash !== undefined);
  let payment: Payment | undefined;
  let paidPrice: Payment | undefined;
  do {
    const looked = unsettled.splice(-MAX_LOOKUPS);
    await Promise.all(looked.map((each) => lookUpBlock(connection, each)));
    payment = payments.findLast(
      (each) => tipAt(each.paid, each.baseFee) === suggested,
    );
    // Some nodes suggest gas prices that were paid, whatever the base fee is now.
    paidPrice = payments.findLast(
      (each) => priceAt(each.paid, each.baseFee) === suggested + baseFee,
    );
  } while (!payment && !paidPrice && unsettled.length > 0);
  if (payment === undefined) {
    if (paidPrice === undefined) {
      return suggested;
    }
    return priceAt(paidPrice.own, paidPrice.baseFee) - baseFee;
  }
  const { own, ownTip } = payment;
  if (own.max > payment.baseFee) {
    return tipAt(own, payment.baseFee);
  }
  // Without the multiplier, it would wait for a block with a lower base fee.
  return ownTip < suggested ? ownTip : suggested;
}

async function lookUpBlock(
  connection: NodeConnection,
  payment: Payment,
): Promise<void> {
  const { blockHash } = await readRecord(
    connection,
    "eth_getTransactionReceipt",
    payment.hash,
  );
  if (!isHash(blockHash)) {
    return;
  }
  const block = await readRecord(
    connection,
    "eth_getBlockByHash",
    blockHash,
    false,
  );
  if (block["hash"] === blockHash) {
    const baseFee = decodeQuantity(block["baseFeePerGas"]);
    payment.baseFee = baseFee.ok ? baseFee.value : 0n;
    payment.hash = undefined;
  }
}

/** The payment above the base fee of a block. */
function tipAt(fees: Fees, baseFee: bigint): bigint {
  return priceAt(fees, baseFee) - baseFee;
}

/** The payment in a block, with its base fee. */
function priceAt({ tip, max }: Fees, baseFee: bigint): bigint {
  return max < tip + baseFee ? max : tip + baseFee;
}

/** The members of a result; none if the request fails. */
async function readRecord(
  connection: NodeConnection,
  method: string,
  ...params: readonly unknown[]
) {
  const reply = await requestNode(connection, method, params);
  return recordOf(reply.ok && reply.result);
}
