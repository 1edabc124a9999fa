import { type Hex, isHash } from "../../base/hex.ts";
import { recordOf } from "../../base/records.ts";
import { decodeQuantity } from "../../rpc/decode-values.ts";
import { type NodeConnection, requestNode } from "./request-node.ts";

/** In wei per unit of gas. A gas price is both. */
interface Fees {
  readonly tip: bigint;
  readonly max: bigint;
}

/** What a transaction pays, and what it would pay without the multiplier. */
interface Payment {
  readonly paid: Fees;
  readonly own: Fees;
  /** What `own` was meant to pay above the base fee. */
  readonly ownTip: bigint;
}

/**
 * What this process paid on a node above the base fee. Nodes suggest what recent
 * transactions paid. On a chain with few transactions, that is what this process paid,
 * which would be multiplied with every transaction again.
 */
interface PaidTips {
  /** The tips that were paid, each with the one without the multiplier. */
  readonly known: Map<bigint, bigint>;
  /** Transactions that may pay another tip: that depends on the base fee of their block. */
  readonly pending: Map<Hex, Payment>;
  /** The lowest tip that the node suggested, which may be its minimum. */
  lowest?: bigint;
}

const byProvider = new WeakMap<object, PaidTips>();
/** All connections to a URL share them. */
const byUrl = new Map<string, PaidTips>();
/** geth suggests one of the tips in the last 40 blocks, from up to 3 of each. */
const MAX_KNOWN = 256;
/** The maximum that is looked up before a transaction. */
const MAX_PENDING = 16;

export async function paidTipsOn({
  networkConfig,
  provider,
}: NodeConnection): Promise<PaidTips> {
  const url =
    networkConfig.type === "http" ? await networkConfig.url.getUrl() : "";
  const known = url === "" ? byProvider.get(provider) : byUrl.get(url);
  const paidTips = known ?? { known: new Map(), pending: new Map() };
  byProvider.set(provider, paidTips);
  if (url !== "") {
    byUrl.set(url, paidTips);
  }
  return paidTips;
}

/** The lowest tip that a node suggested, including this one: it accepts no less for sure. */
export function lowestTip(paidTips: PaidTips, suggested: bigint): bigint {
  if (paidTips.lowest === undefined || suggested < paidTips.lowest) {
    paidTips.lowest = suggested;
  }
  return paidTips.lowest;
}

/**
 * Remembers what is paid once the hash of the transaction is known. Until its block is,
 * the base fee is taken to be the given one.
 */
export function rememberPayment(
  { known, pending }: PaidTips,
  payment: Payment,
  baseFee: bigint,
): (hash: unknown) => void {
  rememberTip(known, payment, baseFee);
  return (hash) => {
    if (isHash(hash)) {
      setLast(pending, hash, payment, MAX_PENDING);
    }
  };
}

/** Looks up the base fees of the blocks that contain pending transactions. */
export async function lookUpPending(
  connection: NodeConnection,
  { known, pending }: PaidTips,
): Promise<void> {
  const lookUp = async ([hash, payment]: [Hex, Payment]) => {
    const request = async (method: string, ...params: readonly unknown[]) => {
      const reply = await requestNode(connection, method, params);
      return recordOf(reply.ok && reply.result);
    };
    const { blockHash } = await request("eth_getTransactionReceipt", hash);
    if (!isHash(blockHash)) {
      return;
    }
    const block = await request("eth_getBlockByHash", blockHash, false);
    if (block["hash"] === blockHash) {
      const baseFee = decodeQuantity(block["baseFeePerGas"]);
      pending.delete(hash);
      rememberTip(known, payment, baseFee.ok ? baseFee.value : 0n);
    }
  };
  await Promise.all([...pending].map(lookUp));
}

function rememberTip(
  known: PaidTips["known"],
  { paid, own, ownTip }: Payment,
  baseFee: bigint,
): void {
  // Without the multiplier, it would wait for a block with a lower base fee.
  const tip = own.max > baseFee ? tipAt(own, baseFee) : ownTip;
  setLast(known, tipAt(paid, baseFee), tip, MAX_KNOWN);
}

/** What is above the base fee of a block. */
function tipAt({ tip, max }: Fees, baseFee: bigint): bigint {
  return max - baseFee < tip ? max - baseFee : tip;
}

/** Sets the last entry of a map, and removes the first one if there are too many. */
function setLast<K, V>(map: Map<K, V>, key: K, value: V, maxSize: number) {
  map.delete(key);
  map.set(key, value);
  const [first] = map.keys();
  if (first !== undefined && map.size > maxSize) {
    map.delete(first);
  }
}
