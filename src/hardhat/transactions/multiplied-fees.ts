import { alphaError } from "../../base/errors.ts";
import { hexQuantity, isHash } from "../../base/hex.ts";
import { explain } from "../../base/problems.ts";
import { type Decoded, isRecord, recordOf } from "../../base/records.ts";
import { urlSetting } from "../../config/layered-url.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import type { NodeConnection } from "../../connect/select-networks.ts";
import { decodeQuantity } from "../../rpc/decode-values.ts";
import {
  addPayment,
  lowestTip,
  type Payment,
  paidFeesOn,
  withoutMultiplier,
} from "./paid-fees.ts";
import { describeNode, readDecoded, requestNode } from "./request-node.ts";

type Transaction = Readonly<Record<string, unknown>>;

/**
 * The fees that Hardhat would choose for a transaction, times the network's
 * `gasFeeMultiplier`, and what to call with its hash.
 *
 * @throws HardhatPluginError if the fees could not be read: sending the
 * transaction without the multiplier would not be what the config asks for.
 */
export async function multipliedFees(
  connection: NodeConnection,
  { name, values: { gasFeeMultiplier } }: ResolvedAlphaNetwork,
  transaction: Transaction,
) {
  const fees = await readFees(connection, transaction);
  if (!fees.ok) {
    const { networkName, networkConfig } = connection;
    const node =
      networkConfig.type === "http"
        ? `, check the node and its URL (${urlSetting(networkName, networkConfig)})`
        : "";
    throw alphaError(
      explain({
        reason: `Could not read the gas fee for a transaction on ${await describeNode(connection)}, so nothing was sent: ${fees.reason}`,
        remedy: `It is needed to apply gasFeeMultiplier ${gasFeeMultiplier}. Try again${node}, set the transaction's gasPrice (or maxFeePerGas and maxPriorityFeePerGas), or set alpha.networks.${name}.gasFeeMultiplier to 1.`,
      }),
    );
  }
  const { tip: suggested, baseFee, maxFee, isLegacy, isOfNode } = fees.value;
  const paidFees = await paidFeesOn(connection);
  const ownTip = await withoutMultiplier(connection, paidFees, fees.value);
  // A maximum fee has to hold the tip.
  const maxFor = (tip: bigint) => (maxFee < tip ? maxFee + tip : maxFee);
  const ownFee = ownTip + baseFee;
  const own = { tip: ownFee, max: maxFor(ownFee) };
  const paid = {
    tip: multiplyFee(own.tip, gasFeeMultiplier),
    max: multiplyFee(own.max, gasFeeMultiplier),
  };
  const accepted = isOfNode ? lowestTip(paidFees, suggested) + baseFee : 0n;
  const least = multiplyFee(accepted, Math.min(gasFeeMultiplier, 1));
  if (paid.tip < least) {
    const max = maxFor(least);
    const isEnough = max <= paid.max;
    paid.tip = least;
    paid.max = isEnough ? paid.max : max;
  }
  const payment: Payment = { paid, own, ownTip, baseFee };
  addPayment(paidFees, payment);
  const maxFeePerGas = hexQuantity(paid.max);
  return {
    fees: isLegacy
      ? { gasPrice: maxFeePerGas }
      : { maxFeePerGas, maxPriorityFeePerGas: hexQuantity(paid.tip) },
    remember: (hash: unknown) => {
      payment.hash = isHash(hash) ? hash : undefined;
    },
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
  /** The payment above the base fee. */
  readonly tip: bigint;
  /** The part of a gas price that a priority fee does not contain. */
  readonly baseFee: bigint;
  /** The maximum fee of EIP-1559; 0 if it is the gas price. */
  readonly maxFee: bigint;
  /** Set if the transaction has a gas price instead. */
  readonly isLegacy: boolean;
  /** Set if the node suggests the tip, so that it accepts it. */
  readonly isOfNode: boolean;
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
  const params = ["latest", false];
  const reply = await requestNode(connection, "eth_getBlockByNumber", params);
  if (!reply.ok || !isRecord(reply.result)) {
    if (reply.ok) {
      return { ok: false, reason: "eth_getBlockByNumber returned no block" };
    }
    return reply;
  }
  const headBaseFee = decodeQuantity(reply.result["baseFeePerGas"]);
  if (headBaseFee.ok && (!type.ok || needsMaxFee)) {
    const fees = await readFeeHistory(connection);
    if (fees !== undefined) {
      return { ok: true, value: fees };
    }
  }
  const price = await readQuantity(connection, "eth_gasPrice");
  if (!price.ok) {
    return price;
  }
  const baseFee = headBaseFee.ok
    ? await readBaseFeeOf(connection, price.value, headBaseFee.value)
    : 0n;
  const tip = price.value - baseFee;
  const kind = { isLegacy: !needsMaxFee, isOfNode: true };
  return { ok: true, value: { tip, baseFee, maxFee: 0n, ...kind } };
}

/**
 * Reads the base fee that a gas price contains: of the latest block on geth, of the next
 * one on anvil.
 */
async function readBaseFeeOf(
  connection: NodeConnection,
  price: bigint,
  headBaseFee: bigint,
): Promise<bigint> {
  const tip = await readQuantity(connection, "eth_maxPriorityFeePerGas");
  const baseFee = tip.ok ? price - tip.value : headBaseFee;
  // Some nodes suggest gas prices that are not the sum of the two.
  const isSum = baseFee * 2n >= headBaseFee && baseFee <= headBaseFee * 2n;
  const contained = isSum ? baseFee : headBaseFee;
  return contained <= price ? contained : 0n;
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
  const { baseFeePerGas, reward } = recordOf(history.ok && history.result);
  const nextBaseFee = decodeQuantity([baseFeePerGas].flat().at(-1));
  const paid = decodeQuantity([reward].flat(2)[0]);
  if (!nextBaseFee.ok || !paid.ok) {
    return undefined;
  }
  const isEmpty = paid.value === 0n;
  const suggested = isEmpty
    ? await readQuantity(connection, "eth_maxPriorityFeePerGas")
    : paid;
  return {
    tip: (suggested.ok && suggested.value) || MIN_PRIORITY_FEE,
    baseFee: 0n,
    // Each full block raises the base fee by an eighth, and the first of the three
    // blocks has `nextBaseFee`.
    maxFee: (nextBaseFee.value * 9n ** 2n) / 8n ** 2n,
    isLegacy: false,
    isOfNode: isEmpty && suggested.ok,
  };
}

async function readQuantity(connection: NodeConnection, method: string) {
  return await readDecoded(connection, method, [], decodeQuantity);
}
