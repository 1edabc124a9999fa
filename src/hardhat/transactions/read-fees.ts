import type { Decoded } from "../../base/records.ts";
import { isRecord } from "../../base/records.ts";
import { describeValue } from "../../base/untrusted-text.ts";
import { decodeQuantity } from "../../rpc/decode-values.ts";
import { askNode, type NodeConnection, readDecoded } from "./ask-node.ts";

/** What a transaction offers for its gas, in wei a unit. */
export type Fees =
  | { readonly gasPrice: bigint }
  | { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint };

const REWARD_PERCENTILE = 50;
/** In wei, on chains so empty that no priority fee is known. */
const LEAST_PRIORITY_FEE = 1n;

/**
 * The fees that Hardhat fills in by itself, whoever signs: the median priority
 * fee of the last block, and a ceiling that holds for three full blocks; on a
 * chain without base fees or without `eth_feeHistory`, the node's gas price. A
 * fee that was multiplied here counts as what it was before.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1559
 */
export async function readFees(
  connection: NodeConnection,
  kind: FeeKind,
  ownFees: OwnFees,
): Promise<Decoded<Fees>> {
  if (kind !== "gas price") {
    const hasBaseFee = await readHasBaseFee(connection);
    if (!hasBaseFee.ok) {
      return hasBaseFee;
    }
    const fees = hasBaseFee.value
      ? await readFeesOfLastBlock(connection, ownFees)
      : undefined;
    if (fees !== undefined) {
      return { ok: true, value: fees };
    }
  }
  const gasPrice = await readQuantity(connection, "eth_gasPrice");
  if (!gasPrice.ok) {
    return gasPrice;
  }
  const value = ownFees.usual(gasPrice.value);
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
  const block = await askNode(connection, "eth_getBlockByNumber", [
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
        reason: `eth_getBlockByNumber answered with ${describeValue(block.value)}, not with a block`,
      };
}

async function readFeesOfLastBlock(
  connection: NodeConnection,
  ownFees: OwnFees,
): Promise<Fees | undefined> {
  const answer = await askNode(connection, "eth_feeHistory", [
    "0x1",
    "latest",
    [REWARD_PERCENTILE],
  ]);
  const history = answer.ok ? decodeFeeHistory(answer.value) : undefined;
  if (history === undefined) {
    return undefined;
  }
  const priority =
    history.reward === 0n
      ? ownFees.usual(await readPriorityFee(connection))
      : ownFees.usualTip(history.reward, history.baseFee);
  // A full block raises the base fee by an eighth, and this is the next one's.
  const ceiling = (history.nextBaseFee * 9n ** 2n) / 8n ** 2n;
  return {
    maxFeePerGas: ceiling < priority ? ceiling + priority : ceiling,
    maxPriorityFeePerGas: priority,
  };
}

async function readPriorityFee(connection: NodeConnection): Promise<bigint> {
  const fee = await readQuantity(connection, "eth_maxPriorityFeePerGas");
  return (fee.ok && fee.value) || LEAST_PRIORITY_FEE;
}

async function readQuantity(
  connection: NodeConnection,
  method: string,
): Promise<Decoded<bigint>> {
  return await readDecoded(
    async (name, params) => await askNode(connection, name, params),
    method,
    [],
    decodeQuantity,
  );
}

/** Of the last block, in wei. */
export interface FeeHistory {
  /** Its own base fee, where the node tells it. */
  readonly baseFee: bigint | undefined;
  /** The base fee of the block after it. */
  readonly nextBaseFee: bigint;
  /** The priority fee at the percentile that was asked for. */
  readonly reward: bigint;
}

/** The answer to `eth_feeHistory` for one block and one percentile. */
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

/** Which fees a transaction can have: a gas price, or EIP-1559's two. */
export type FeeKind = "gas price" | "EIP-1559" | "any";

/** The types with a gas price: legacy, and EIP-2930's with an access list. */
const LAST_GAS_PRICE_TYPE = 1n;
/** Fields of the types after EIP-1559's: blobs and authorizations. */
const LATER_FIELDS = ["authorizationList", "blobVersionedHashes", "blobs"];

/** The fees that a transaction's type asks for; `any` where it names none. */
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

/** So many fees are remembered; older ones a node no longer tells. */
const MOST_FEES = 16;

/**
 * The fees that this process has multiplied on one chain. Nodes tell what others
 * paid last, and where nobody else sends that is our own fee: multiplied again,
 * it would grow by the factor with every transaction.
 */
class OwnFees {
  readonly #usual = new Map<bigint, bigint>();

  /** What a fee that the node tells was before it was multiplied, if by us. */
  usual(fee: bigint): bigint {
    return this.#usual.get(fee) ?? fee;
  }

  /**
   * The same of the tip of a block with this base fee. What a gas price pays on
   * top of the base fee is a tip, too.
   */
  usualTip(tip: bigint, baseFee: bigint | undefined): bigint {
    const usual = this.#usual.get(tip);
    if (usual !== undefined || baseFee === undefined) {
      return usual ?? tip;
    }
    const rest = this.usual(tip + baseFee) - baseFee;
    return rest > 0n ? rest : tip;
  }

  remember(usual: bigint, multiplied: bigint): void {
    this.#usual.delete(multiplied);
    this.#usual.set(multiplied, usual);
    const [oldest] = this.#usual.keys();
    if (this.#usual.size > MOST_FEES && oldest !== undefined) {
      this.#usual.delete(oldest);
    }
  }
}

const byUrl = new Map<string, OwnFees>();
const byConnection = new WeakMap<object, OwnFees>();

/** Those of a connection's chain: all connections to one URL reach the same. */
export async function ownFeesOf(connection: NodeConnection): Promise<OwnFees> {
  const { networkConfig, provider } = connection;
  if (networkConfig.type !== "http") {
    const known = byConnection.get(provider) ?? new OwnFees();
    byConnection.set(provider, known);
    return known;
  }
  const url = await networkConfig.url.getUrl();
  const known = byUrl.get(url) ?? new OwnFees();
  byUrl.set(url, known);
  return known;
}
