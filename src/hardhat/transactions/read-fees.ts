import type { Decoded } from "../../base/records.ts";
import { isRecord } from "../../base/records.ts";
import { describeValue } from "../../base/untrusted-text.ts";
import { decodeQuantity } from "../../rpc/decode-values.ts";
import {
  type NodeConnection,
  readDecoded,
  requestNode,
} from "./request-node.ts";

/** The fees of a transaction, in wei per unit of gas. */
export type Fees =
  | { readonly gasPrice: bigint }
  | { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint };

const REWARD_PERCENTILE = 50;
/** In wei, for chains with too few transactions to have a priority fee. */
const MIN_PRIORITY_FEE = 1n;

/**
 * Reads the fees that Hardhat would choose: the median priority fee of the latest
 * block, and a maximum fee that covers three full blocks; the node's gas price on
 * a chain without base fees or `eth_feeHistory`. Fees that were multiplied by
 * this process count with their original value.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1559
 */
export async function readFees(
  connection: NodeConnection,
  kind: FeeKind,
  sentFees: SentFees,
): Promise<Decoded<Fees>> {
  if (kind !== "gas price") {
    const hasBaseFee = await readHasBaseFee(connection);
    if (!hasBaseFee.ok) {
      return hasBaseFee;
    }
    const fees = hasBaseFee.value
      ? await readFeesOfLatestBlock(connection, sentFees)
      : undefined;
    if (fees !== undefined) {
      return { ok: true, value: fees };
    }
  }
  const gasPrice = await readQuantity(connection, "eth_gasPrice");
  if (!gasPrice.ok) {
    return gasPrice;
  }
  const value = sentFees.originalOf(gasPrice.value);
  return {
    ok: true,
    value:
      kind === "EIP-1559"
        ? { maxFeePerGas: value, maxPriorityFeePerGas: value }
        : { gasPrice: value },
  };
}

async function readHasBaseFee(
  connection: NodeConnection,
): Promise<Decoded<boolean>> {
  const block = await requestNode(connection, "eth_getBlockByNumber", [
    "latest",
    false,
  ]);
  if (!block.ok) {
    return block;
  }
  return isRecord(block.value)
    ? { ok: true, value: decodeQuantity(block.value["baseFeePerGas"]).ok }
    : {
        ok: false,
        reason: `eth_getBlockByNumber returned ${describeValue(block.shown)} instead of a block`,
      };
}

async function readFeesOfLatestBlock(
  connection: NodeConnection,
  sentFees: SentFees,
): Promise<Fees | undefined> {
  const answer = await requestNode(connection, "eth_feeHistory", [
    "0x1",
    "latest",
    [REWARD_PERCENTILE],
  ]);
  const history = answer.ok ? decodeFeeHistory(answer.value) : undefined;
  if (history === undefined) {
    return undefined;
  }
  const priorityFee =
    history.reward === 0n
      ? sentFees.originalOf(await readPriorityFee(connection))
      : sentFees.originalOfReward(history.reward, history.baseFee);
  // Each full block raises the base fee by an eighth, and the first of the three
  // blocks has `nextBaseFee`.
  const maxFee = (history.nextBaseFee * 9n ** 2n) / 8n ** 2n;
  return {
    maxFeePerGas: maxFee < priorityFee ? maxFee + priorityFee : maxFee,
    maxPriorityFeePerGas: priorityFee,
  };
}

async function readPriorityFee(connection: NodeConnection): Promise<bigint> {
  const fee = await readQuantity(connection, "eth_maxPriorityFeePerGas");
  return (fee.ok && fee.value) || MIN_PRIORITY_FEE;
}

async function readQuantity(
  connection: NodeConnection,
  method: string,
): Promise<Decoded<bigint>> {
  return await readDecoded(
    async (name, params) => await requestNode(connection, name, params),
    method,
    [],
    decodeQuantity,
  );
}

/** The fees of the latest block, in wei. */
export interface FeeHistory {
  /** Its base fee; `undefined` if the node does not return it. */
  readonly baseFee: bigint | undefined;
  /** The base fee of the next block. */
  readonly nextBaseFee: bigint;
  /** The priority fee at the requested percentile. */
  readonly reward: bigint;
}

/** Decodes the result of `eth_feeHistory` for one block and one percentile. */
function decodeFeeHistory(value: unknown): FeeHistory | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const { baseFeePerGas, reward } = value;
  const baseFees: readonly unknown[] = Array.isArray(baseFeePerGas)
    ? baseFeePerGas
    : [];
  const nextBaseFee = decodeQuantity(baseFees.at(-1));
  const baseFee = decodeQuantity(baseFees.at(-2));
  const ofBlock: unknown = Array.isArray(reward) ? reward[0] : undefined;
  const atPercentile = decodeQuantity(
    Array.isArray(ofBlock) ? ofBlock[0] : undefined,
  );
  return nextBaseFee.ok && atPercentile.ok
    ? {
        baseFee: baseFee.ok ? baseFee.value : undefined,
        nextBaseFee: nextBaseFee.value,
        reward: atPercentile.value,
      }
    : undefined;
}

/** Which fees a transaction can have: a gas price, or the two of EIP-1559. */
export type FeeKind = "gas price" | "EIP-1559" | "any";

/** Types 0 (legacy) and 1 (EIP-2930) have a gas price. */
const LAST_GAS_PRICE_TYPE = 1n;
/** Fields of types 3 (blobs) and 4 (authorizations), which have EIP-1559 fees. */
const LATER_FIELDS = ["authorizationList", "blobVersionedHashes", "blobs"];

/** The kind of fees of a transaction's type; `any` if it has no type. */
export function feeKind(
  transaction: Readonly<Record<string, unknown>>,
): FeeKind {
  const type = decodeQuantity(transaction["type"]);
  if (type.ok) {
    return type.value <= LAST_GAS_PRICE_TYPE ? "gas price" : "EIP-1559";
  }
  return LATER_FIELDS.some((field) => transaction[field] !== undefined)
    ? "EIP-1559"
    : "any";
}

/** How many fees are kept: nodes suggest fees of recent transactions only. */
const MAX_SENT_FEES = 16;

/**
 * The multiplied fees that this process sent to one chain. Nodes suggest what
 * recent transactions paid. On a chain with few transactions, that is the fee of
 * this process: without the original, it would be multiplied with every
 * transaction again.
 */
class SentFees {
  readonly #originals = new Map<bigint, bigint>();

  /** The fee before this process multiplied it; any other fee unchanged. */
  originalOf(fee: bigint): bigint {
    return this.#originals.get(fee) ?? fee;
  }

  /**
   * The same for a block's reward, which of a transaction with a gas price is the
   * part above the base fee.
   */
  originalOfReward(reward: bigint, baseFee: bigint | undefined): bigint {
    const original = this.#originals.get(reward);
    if (original !== undefined || baseFee === undefined) {
      return original ?? reward;
    }
    const rest = this.originalOf(reward + baseFee) - baseFee;
    return rest > 0n ? rest : reward;
  }

  add(multiplied: bigint, original: bigint): void {
    // Deleted first, so that it is the newest of the map again.
    this.#originals.delete(multiplied);
    this.#originals.set(multiplied, original);
    const [oldest] = this.#originals.keys();
    if (this.#originals.size > MAX_SENT_FEES && oldest !== undefined) {
      this.#originals.delete(oldest);
    }
  }
}

const byUrl = new Map<string, SentFees>();
const byProvider = new WeakMap<object, SentFees>();

/** The sent fees of a connection's chain, which all connections to a URL share. */
export async function sentFeesOf(
  connection: NodeConnection,
): Promise<SentFees> {
  const { networkConfig, provider } = connection;
  if (networkConfig.type !== "http") {
    const known = byProvider.get(provider) ?? new SentFees();
    byProvider.set(provider, known);
    return known;
  }
  const url = await networkConfig.url.getUrl();
  const known = byUrl.get(url) ?? new SentFees();
  byUrl.set(url, known);
  return known;
}
