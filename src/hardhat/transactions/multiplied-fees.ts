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

/**
 * The gas prices and priority fees that this process sent to a node. Nodes suggest what
 * recent transactions paid. On a chain with few transactions, that is what this process
 * paid, which would be multiplied with every transaction again.
 */
const sentFees = new WeakMap<object, Set<bigint>>();
/** All connections to a URL share them. */
const sentFeesByUrl = new Map<string, Set<bigint>>();
/** The maximum, after which they are forgotten: others may be the same by chance. */
const MAX_SENT_FEES = 16;

type Transaction = Readonly<Record<string, unknown>>;

/**
 * The fees that Hardhat would choose for a transaction, times the network's
 * `gasFeeMultiplier`.
 *
 * @throws HardhatPluginError if the fees could not be read: sending the
 * transaction without the multiplier would not be what the config asks for.
 */
export async function multipliedFees(
  connection: NodeConnection,
  { name, values: { gasFeeMultiplier } }: ResolvedAlphaNetwork,
  transaction: Transaction,
): Promise<Readonly<Record<string, Hex>>> {
  const { networkName, networkConfig, provider } = connection;
  const isHttp = networkConfig.type === "http";
  const fees = await readFees(connection, transaction);
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
  const url = isHttp ? await networkConfig.url.getUrl() : undefined;
  const known =
    url === undefined ? sentFees.get(provider) : sentFeesByUrl.get(url);
  const sent = known ?? new Set<bigint>();
  sentFees.set(provider, sent);
  if (url !== undefined) {
    sentFeesByUrl.set(url, sent);
  }
  const { fee, baseFee, maxFee } = fees.value;
  // Of a gas price, the part above the base fee is the priority fee.
  const isSent = sent.has(fee) || sent.has(fee + baseFee);
  const paid = isSent ? fee : multiplyFee(fee, gasFeeMultiplier);
  if (sent.size === MAX_SENT_FEES) {
    sent.clear();
  }
  sent.add(paid);
  if (maxFee === undefined) {
    return { gasPrice: hexQuantity(paid) };
  }
  const max = multiplyFee(maxFee, gasFeeMultiplier);
  return {
    maxFeePerGas: hexQuantity(max < paid ? max + paid : max),
    maxPriorityFeePerGas: hexQuantity(paid),
  };
}

const DECIMALS = 9;

/** Multiplies a fee in wei by up to nine decimals, rounded down as in ocean.js. */
export function multiplyFee(fee: bigint, multiplier: number): bigint {
  const factor = BigInt(Math.round(multiplier * 10 ** DECIMALS));
  return (fee * factor) / 10n ** BigInt(DECIMALS);
}

/** In wei per unit of gas. */
interface Fees {
  /** The gas price, or the priority fee of EIP-1559. */
  readonly fee: bigint;
  /** What a gas price contains, and a priority fee does not. */
  readonly baseFee: bigint;
  /** Of EIP-1559. */
  readonly maxFee?: bigint | undefined;
}

/** Types 0 (legacy) and 1 (EIP-2930) have a gas price. */
const LAST_GAS_PRICE_TYPE = 1n;
/** Fields of types 3 (blobs) and 4 (authorizations), which have EIP-1559 fees. */
const LATER_FIELDS = ["authorizationList", "blobVersionedHashes", "blobs"];

/**
 * Reads the fees that Hardhat would choose: the median priority fee of the latest
 * block, and a maximum fee that covers three full blocks; the node's gas price on
 * a chain without base fees or `eth_feeHistory`.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1559
 */
async function readFees(
  connection: NodeConnection,
  transaction: Transaction,
): Promise<Decoded<Fees>> {
  const type = decodeQuantity(transaction["type"]);
  const needsMaxFee = type.ok
    ? type.value > LAST_GAS_PRICE_TYPE
    : LATER_FIELDS.some((field) => transaction[field] !== undefined);
  if (!type.ok || needsMaxFee) {
    const params = ["latest", false];
    const block = await requestNode(connection, "eth_getBlockByNumber", params);
    if (!block.ok || !isRecord(block.result)) {
      return block.ok
        ? { ok: false, reason: "eth_getBlockByNumber returned no block" }
        : block;
    }
    const fees = decodeQuantity(block.result["baseFeePerGas"]).ok
      ? await readFeeHistory(connection)
      : undefined;
    if (fees !== undefined) {
      return { ok: true, value: fees };
    }
  }
  const gasPrice = await readQuantity(connection, "eth_gasPrice");
  if (!gasPrice.ok) {
    return gasPrice;
  }
  const fee = gasPrice.value;
  const maxFee = needsMaxFee ? fee : undefined;
  return { ok: true, value: { fee, baseFee: 0n, maxFee } };
}

const REWARD_PERCENTILE = 50;
/** In wei, for chains with too few transactions to have a priority fee. */
const MIN_PRIORITY_FEE = 1n;

async function readFeeHistory(
  connection: NodeConnection,
): Promise<Fees | undefined> {
  const history = await requestNode(connection, "eth_feeHistory", [
    "0x1",
    "latest",
    [REWARD_PERCENTILE],
  ]);
  const { baseFeePerGas, reward } =
    history.ok && isRecord(history.result) ? history.result : {};
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
  // Each full block raises the base fee by an eighth, and the first of the three
  // blocks has `nextBaseFee`.
  const maxFee = (nextBaseFee.value * 9n ** 2n) / 8n ** 2n;
  return {
    fee,
    baseFee: baseFee.value,
    maxFee: maxFee < fee ? maxFee + fee : maxFee,
  };
}

async function readQuantity(connection: NodeConnection, method: string) {
  return await readDecoded(connection, method, [], decodeQuantity);
}
