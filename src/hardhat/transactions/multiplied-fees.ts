import { alphaError } from "../../base/errors.ts";
import { type Hex, hexQuantity } from "../../base/hex.ts";
import { explain } from "../../base/problems.ts";
import { type Decoded, isRecord } from "../../base/records.ts";
import { urlSetting } from "../../config/layered-url.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import { decodeQuantity } from "../../rpc/decode-values.ts";
import {
  describeNode,
  type NodeConnection,
  readDecoded,
  requestNode,
} from "./request-node.ts";

/** In wei per unit of gas, by the field of the transaction. */
type Fees = Readonly<Record<string, bigint>>;

/**
 * The multiplied fees that this process sent to a node, with what they were before.
 * Nodes suggest what recent transactions paid. On a chain with few transactions, that is
 * what this process paid, which would be multiplied with every transaction again.
 */
const sentFees = new WeakMap<object, SentFees>();
/** All connections to a URL share them. */
const sentFeesByUrl = new Map<string, SentFees>();
type SentFees = Map<bigint, bigint>;
/** Older ones are forgotten: another fee may be the same by chance. */
const MAX_SENT_FEES = 16;

/**
 * The fees that Hardhat would choose for a transaction, times the network's
 * `gasFeeMultiplier`.
 *
 * @throws HardhatPluginError if the fees could not be read: sending the
 * transaction without the multiplier would not be what the config asks for.
 */
export async function multipliedFees(
  connection: NodeConnection,
  {
    name,
    values: { gasFeeMultiplier },
  }: Pick<ResolvedAlphaNetwork, "name" | "values">,
  transaction: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, Hex>>> {
  const { networkName, networkConfig, provider } = connection;
  const isHttp = networkConfig.type === "http";
  const originals = isHttp
    ? known(sentFeesByUrl, await networkConfig.url.getUrl())
    : known(sentFees, provider);
  const fees = await readFees(connection, feeKind(transaction), originals);
  if (!fees.ok) {
    const node = isHttp
      ? `, check the node and its URL (${urlSetting(networkName, networkConfig)})`
      : "";
    throw alphaError(
      explain({
        reason: `Could not read the gas fee for a transaction on ${await describeNode(connection)}, so nothing was sent: ${fees.reason}`,
        remedy: `It is needed to apply gasFeeMultiplier ${gasFeeMultiplier}. Try again${node}, set the transaction's gasPrice (or maxFeePerGas and maxPriorityFeePerGas), or set alpha.networks.${name}.gasFeeMultiplier to 1.`,
      }),
    );
  }
  const multiplied: Record<string, Hex> = {};
  for (const [field, fee] of Object.entries(fees.value)) {
    const product = multiplyFee(fee, gasFeeMultiplier);
    multiplied[field] = hexQuantity(product);
    // Nodes suggest gas prices and priority fees, but never a maxFeePerGas.
    if (field !== "maxFeePerGas") {
      originals.delete(product);
      originals.set(product, fee);
    }
  }
  for (const product of [...originals.keys()].slice(0, -MAX_SENT_FEES)) {
    originals.delete(product);
  }
  return multiplied;
}

function known<Key>(
  all: {
    get(key: Key): SentFees | undefined;
    set(key: Key, sent: SentFees): unknown;
  },
  key: Key,
): SentFees {
  const sent = all.get(key) ?? new Map<bigint, bigint>();
  all.set(key, sent);
  return sent;
}

const DECIMALS = 9;

/** Multiplies a fee in wei by up to nine decimals, rounded down as in ocean.js. */
export function multiplyFee(fee: bigint, multiplier: number): bigint {
  const factor = BigInt(Math.round(multiplier * 10 ** DECIMALS));
  return (fee * factor) / 10n ** BigInt(DECIMALS);
}

/** Which fees a transaction can have: a gas price, or the two of EIP-1559. */
type FeeKind = "gas price" | "EIP-1559" | "any";

/** Types 0 (legacy) and 1 (EIP-2930) have a gas price. */
const LAST_GAS_PRICE_TYPE = 1n;
/** Fields of types 3 (blobs) and 4 (authorizations), which have EIP-1559 fees. */
const LATER_FIELDS = ["authorizationList", "blobVersionedHashes", "blobs"];

/** The kind of fees of a transaction's type; `any` if it has no type. */
function feeKind(transaction: Readonly<Record<string, unknown>>): FeeKind {
  const type = decodeQuantity(transaction["type"]);
  if (type.ok) {
    return type.value <= LAST_GAS_PRICE_TYPE ? "gas price" : "EIP-1559";
  }
  return LATER_FIELDS.some((field) => transaction[field] !== undefined)
    ? "EIP-1559"
    : "any";
}

/**
 * Reads the fees that Hardhat would choose: the median priority fee of the latest
 * block, and a maximum fee that covers three full blocks; the node's gas price on
 * a chain without base fees or `eth_feeHistory`.
 *
 * @param originals The fees before they were multiplied, by the multiplied ones.
 * @see https://eips.ethereum.org/EIPS/eip-1559
 */
async function readFees(
  connection: NodeConnection,
  kind: FeeKind,
  originals: ReadonlyMap<bigint, bigint>,
): Promise<Decoded<Fees>> {
  if (kind !== "gas price") {
    const block = await requestNode(connection, "eth_getBlockByNumber", [
      "latest",
      false,
    ]);
    if (!block.ok || !isRecord(block.value)) {
      return block.ok
        ? { ok: false, reason: "eth_getBlockByNumber returned no block" }
        : block;
    }
    const fees = decodeQuantity(block.value["baseFeePerGas"]).ok
      ? await readFeeHistory(connection, originals)
      : undefined;
    if (fees !== undefined) {
      return { ok: true, value: fees };
    }
  }
  const gasPrice = await readQuantity(connection, "eth_gasPrice");
  if (!gasPrice.ok) {
    return gasPrice;
  }
  const fee = originals.get(gasPrice.value) ?? gasPrice.value;
  return {
    ok: true,
    value:
      kind === "EIP-1559"
        ? { maxFeePerGas: fee, maxPriorityFeePerGas: fee }
        : { gasPrice: fee },
  };
}

const REWARD_PERCENTILE = 50;
/** In wei, for chains with too few transactions to have a priority fee. */
const MIN_PRIORITY_FEE = 1n;

async function readFeeHistory(
  connection: NodeConnection,
  originals: ReadonlyMap<bigint, bigint>,
): Promise<Fees | undefined> {
  const history = await requestNode(connection, "eth_feeHistory", [
    "0x1",
    "latest",
    [REWARD_PERCENTILE],
  ]);
  const { baseFeePerGas, reward } =
    history.ok && isRecord(history.value) ? history.value : {};
  const [baseFee, nextBaseFee] = [-2, -1].map((index) =>
    decodeQuantity([baseFeePerGas].flat().at(index)),
  );
  const paid = decodeQuantity([reward].flat(2)[0]);
  if (!baseFee?.ok || !nextBaseFee?.ok || !paid.ok) {
    return undefined;
  }
  const suggested =
    paid.value === 0n
      ? await readQuantity(connection, "eth_maxPriorityFeePerGas")
      : paid;
  const fee = (suggested.ok && suggested.value) || MIN_PRIORITY_FEE;
  // Of a gas price, the part above the base fee is the priority fee.
  const fromGasPrice =
    (originals.get(fee + baseFee.value) ?? 0n) - baseFee.value;
  const priorityFee =
    originals.get(fee) ?? (fromGasPrice > 0n ? fromGasPrice : fee);
  // Each full block raises the base fee by an eighth, and the first of the three
  // blocks has `nextBaseFee`.
  const maxFee = (nextBaseFee.value * 9n ** 2n) / 8n ** 2n;
  return {
    maxFeePerGas: maxFee < priorityFee ? maxFee + priorityFee : maxFee,
    maxPriorityFeePerGas: priorityFee,
  };
}

async function readQuantity(connection: NodeConnection, method: string) {
  return await readDecoded(connection, method, [], decodeQuantity);
}
