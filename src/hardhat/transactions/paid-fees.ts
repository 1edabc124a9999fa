import { type Hex, isHash } from "../../base/hex.ts";
import { recordOf } from "../../base/records.ts";
import { decodeQuantity } from "../../rpc/decode-values.ts";
import { type NodeConnection, requestNode } from "./request-node.ts";

type Fields = Readonly<Record<string, unknown>>;

/** In wei per unit of gas. A gas price is both. */
interface Fees {
  readonly tip: bigint;
  readonly max: bigint;
}

/** What a transaction pays, and what it would pay without the multiplier. */
interface Payment {
  readonly paid: Fees;
  readonly own: Fees;
  /** The base fee of the latest block when it was sent. */
  readonly baseFee: bigint;
}

/**
 * The fees that this process paid on a node. Nodes suggest what recent transactions paid.
 * On a chain with few transactions, that is what this process paid, which would be
 * multiplied with every transaction again.
 */
interface PaidFees {
  /** Gas prices and tips that were paid, each with the one without the multiplier. */
  readonly known: Map<bigint, bigint>;
  /** Transactions whose tip depends on the base fee of the block that will contain them. */
  readonly pending: Map<Hex, Payment>;
  /** The hash of the block at which `pending` was last looked up. */
  head: unknown;
  lookup: Promise<unknown>;
}

const byProvider = new WeakMap<object, PaidFees>();
/** All connections to a URL share them. */
const byUrl = new Map<string, PaidFees>();
/** geth suggests one of the tips in the last 20 to 40 blocks, up to 3 in each; each is kept 3 times. */
const MAX_KNOWN = 360;
/** The maximum that is looked up at a new block. */
const MAX_PENDING = 16;

/** A gas price or a tip, as a node suggests it at its latest block. */
export interface SuggestedFee {
  readonly fee: bigint;
  readonly isGasPrice: boolean;
  readonly block: Fields;
}

/** Remembers the hash of a transaction that was sent. */
export type RememberHash = (hash: unknown) => void;

/**
 * The fee that a node would suggest if this process had not multiplied its fees.
 *
 * @returns It, and what remembers the fees that are paid instead.
 */
export async function ownFee(
  connection: NodeConnection,
  { fee, isGasPrice, block }: SuggestedFee,
) {
  const paidFees = await paidFeesOn(connection);
  const { known, pending } = paidFees;
  const baseFees = baseFeesOf(block);
  const contained = isGasPrice ? baseFees : [0n];
  await lookUpPending(connection, paidFees, block);
  let own = withoutMultiplier(known, fee, contained);
  if (own === undefined && pending.size + (isGasPrice ? known.size : 0) > 0) {
    // The fee may be one of the next block.
    const head = await requestBlock(connection, "Number", "latest");
    await lookUpPending(connection, paidFees, head);
    const later = isGasPrice ? baseFeesOf(head) : [0n];
    own = withoutMultiplier(known, fee, [...contained, ...later]);
  }
  const remember = (fees: Pick<Payment, "paid" | "own">): RememberHash => {
    const [, baseFee = 0n] = baseFees;
    const payment = { ...fees, baseFee };
    for (const each of baseFees) {
      rememberPayment(known, payment, each);
    }
    return (hash) => {
      if (baseFee > 0n && isHash(hash)) {
        setLast(pending, hash, payment, MAX_PENDING);
      }
    };
  };
  return { own: own ?? fee, remember };
}

async function paidFeesOn({
  networkConfig,
  provider,
}: NodeConnection): Promise<PaidFees> {
  const url =
    networkConfig.type === "http" ? await networkConfig.url.getUrl() : "";
  const paidFees = (url === "" ? byProvider.get(provider) : byUrl.get(url)) ?? {
    known: new Map(),
    pending: new Map(),
    head: null,
    lookup: Promise.resolve(),
  };
  byProvider.set(provider, paidFees);
  if (url !== "") {
    byUrl.set(url, paidFees);
  }
  return paidFees;
}

/** A suggested fee that contains one of the base fees; `undefined` if it was not paid. */
function withoutMultiplier(
  known: PaidFees["known"],
  fee: bigint,
  baseFees: readonly bigint[],
): bigint | undefined {
  for (const baseFee of baseFees) {
    const own = known.get(fee - baseFee);
    if (own !== undefined) {
      return own + baseFee;
    }
  }
  return undefined;
}

/** Remembers what a payment contains above the base fee of its block. */
function rememberPayment(
  known: PaidFees["known"],
  { paid, own, baseFee: usual }: Payment,
  baseFee: bigint,
): void {
  // With fees below the base fee, the transaction would not be in the block.
  const tip = own.max > baseFee ? tipAt(own, baseFee) : tipAt(own, usual);
  setLast(known, tipAt(paid, baseFee), tip, MAX_KNOWN);
}

/** The tip in a block; of a gas price without a base fee, that price. */
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

/** Looks up the base fees of the blocks that contain pending transactions, once a block. */
async function lookUpPending(
  connection: NodeConnection,
  paidFees: PaidFees,
  head: Fields,
): Promise<void> {
  const { known, pending } = paidFees;
  const lookUp = async (hash: Hex, payment: Payment) => {
    const method = "eth_getTransactionReceipt";
    const receipt = await requestNode(connection, method, [hash]);
    const { blockHash } = recordOf(receipt.ok && receipt.result);
    if (!isHash(blockHash)) {
      return;
    }
    const block =
      blockHash === head["hash"]
        ? head
        : await requestBlock(connection, "Hash", blockHash);
    const baseFee = decodeQuantity(block["baseFeePerGas"]);
    if (baseFee.ok) {
      pending.delete(hash);
      rememberPayment(known, payment, baseFee.value);
    }
  };
  if (paidFees.head !== head["hash"]) {
    paidFees.head = head["hash"];
    const lookups = [...pending].map(async (entry) => await lookUp(...entry));
    paidFees.lookup = Promise.all(lookups);
  }
  await paidFees.lookup;
}

async function requestBlock(
  connection: NodeConnection,
  by: "Hash" | "Number",
  block: Hex | "latest",
): Promise<Fields> {
  const method = `eth_getBlockBy${by}`;
  const reply = await requestNode(connection, method, [block, false]);
  return recordOf(reply.ok && reply.result);
}

/**
 * The base fees that a gas price may contain: none, since some nodes suggest whole gas
 * prices of others; the one of the latest block, as of geth; or the one of the next
 * block, as of anvil.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1559
 */
function baseFeesOf({
  baseFeePerGas,
  gasLimit,
  gasUsed,
}: Fields): readonly bigint[] {
  const baseFee = decodeQuantity(baseFeePerGas);
  const limit = decodeQuantity(gasLimit);
  const used = decodeQuantity(gasUsed);
  if (!baseFee.ok) {
    return [0n];
  }
  const target = limit.ok ? limit.value / 2n : 0n;
  if (!used.ok || target === 0n) {
    return [0n, baseFee.value];
  }
  const change = (baseFee.value * (used.value - target)) / target / 8n;
  const isMinimum = used.value > target && change === 0n;
  return [0n, baseFee.value, baseFee.value + (isMinimum ? 1n : change)];
}
