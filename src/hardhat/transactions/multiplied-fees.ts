import { alphaError } from "../../base/errors.ts";
import { type Hex, hexQuantity } from "../../base/hex.ts";
import { explain } from "../../base/problems.ts";
import { type Decoded, isRecord } from "../../base/records.ts";
import { urlSetting } from "../../config/layered-url.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import { decodeQuantity } from "../../rpc/decode-values.ts";
import { ownFee, type RememberHash, type SuggestedFee } from "./paid-fees.ts";
import {
  describeNode,
  type NodeConnection,
  readDecoded,
  requestNode,
} from "./request-node.ts";

type Transaction = Readonly<Record<string, unknown>>;

/** The multiplied fees of a transaction, and what remembers that they were paid. */
export interface MultipliedFees {
  readonly fees: Readonly<Record<string, Hex>>;
  readonly remember: RememberHash;
}

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
): Promise<MultipliedFees> {
  const suggested = await readFees(connection, transaction);
  if (!suggested.ok) {
    const { networkName, networkConfig } = connection;
    const node =
      networkConfig.type === "http"
        ? `, check the node and its URL (${urlSetting(networkName, networkConfig)})`
        : "";
    throw alphaError(
      explain({
        reason: `Could not read the gas fee for a transaction on ${await describeNode(connection)}, so nothing was sent: ${suggested.reason}`,
        remedy: `It is needed to apply gasFeeMultiplier ${gasFeeMultiplier}. Try again${node}, set the transaction's gasPrice (or maxFeePerGas and maxPriorityFeePerGas), or set alpha.networks.${name}.gasFeeMultiplier to 1.`,
      }),
    );
  }
  const { maxFee, isLegacy } = suggested.value;
  const { own: tip, remember } = await ownFee(connection, suggested.value);
  // A maximum fee has to hold the tip.
  const max = maxFee < tip ? maxFee + tip : maxFee;
  const own = { tip, max };
  const paid = {
    tip: multiplyFee(tip, gasFeeMultiplier),
    max: multiplyFee(max, gasFeeMultiplier),
  };
  const maxFeePerGas = hexQuantity(paid.max);
  return {
    fees: isLegacy
      ? { gasPrice: maxFeePerGas }
      : { maxFeePerGas, maxPriorityFeePerGas: hexQuantity(paid.tip) },
    remember: remember({ paid, own }),
  };
}

const DECIMALS = 9;

/** Multiplies a fee in wei by up to nine decimals, rounded down as in ocean.js. */
export function multiplyFee(fee: bigint, multiplier: number): bigint {
  const factor = BigInt(Math.round(multiplier * 10 ** DECIMALS));
  return (fee * factor) / 10n ** BigInt(DECIMALS);
}

/** In wei per unit of gas. */
interface Fees extends SuggestedFee {
  /** 0 if the node suggests none. */
  readonly maxFee: bigint;
  /** Whether the transaction has a gas price instead. */
  readonly isLegacy: boolean;
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
    return reply.ok
      ? { ok: false, reason: "eth_getBlockByNumber returned no block" }
      : reply;
  }
  const block = reply.result;
  const hasBaseFee = decodeQuantity(block["baseFeePerGas"]).ok;
  if (hasBaseFee && (!type.ok || needsMaxFee)) {
    const fees = await readFeeHistory(connection);
    if (fees !== undefined) {
      const kind = { isGasPrice: false, isLegacy: false };
      return { ok: true, value: { ...fees, ...kind, block } };
    }
  }
  const price = await readQuantity(connection, "eth_gasPrice");
  if (!price.ok) {
    return price;
  }
  const kind = { isGasPrice: true, isLegacy: !needsMaxFee };
  return { ok: true, value: { fee: price.value, maxFee: 0n, ...kind, block } };
}

const REWARD_PERCENTILE = 50;
/** In wei, for chains with too few transactions to have a priority fee. */
const MIN_PRIORITY_FEE = 1n;

async function readFeeHistory(
  connection: NodeConnection,
): Promise<Pick<Fees, "fee" | "maxFee"> | undefined> {
  const history = await requestNode(connection, "eth_feeHistory", [
    "0x1",
    "latest",
    [REWARD_PERCENTILE],
  ]);
  const { baseFeePerGas, reward } =
    history.ok && isRecord(history.result) ? history.result : {};
  const nextBaseFee = decodeQuantity([baseFeePerGas].flat().at(-1));
  const paid = decodeQuantity([reward].flat(2)[0]);
  if (!nextBaseFee.ok || !paid.ok) {
    return undefined;
  }
  const suggested =
    paid.value === 0n
      ? await readQuantity(connection, "eth_maxPriorityFeePerGas")
      : paid;
  const fee = (suggested.ok && suggested.value) || MIN_PRIORITY_FEE;
  // Each full block raises the base fee by an eighth, and the first of the three
  // blocks has `nextBaseFee`.
  return { fee, maxFee: (nextBaseFee.value * 9n ** 2n) / 8n ** 2n };
}

async function readQuantity(connection: NodeConnection, method: string) {
  return await readDecoded(connection, method, [], decodeQuantity);
}
