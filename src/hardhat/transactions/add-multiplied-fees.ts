import type { JsonRpcRequest } from "hardhat/types/providers";
import { alphaError } from "../../base/errors.ts";
import { hexQuantity } from "../../base/hex.ts";
import { explain } from "../../base/problems.ts";
import { isRecord } from "../../base/records.ts";
import { urlSetting } from "../../config/layered-url.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import { feeKind, readFees, sentFeesOf } from "./read-fees.ts";
import { describeNode, type NodeConnection } from "./request-node.ts";

/**
 * Returns a copy of the request with the fees that Hardhat would choose, times
 * the network's `gasFeeMultiplier`.
 *
 * @throws HardhatPluginError if the fees could not be read: sending the
 * transaction without the multiplier would not be what the config asks for.
 */
export async function addMultipliedFees(
  connection: NodeConnection,
  { name, values }: Pick<ResolvedAlphaNetwork, "name" | "values">,
  request: JsonRpcRequest,
): Promise<JsonRpcRequest> {
  const { params } = request;
  const [transaction, ...rest] = Array.isArray(params) ? params : [];
  if (!isRecord(transaction)) {
    return request;
  }
  const { gasFeeMultiplier } = values;
  const sentFees = await sentFeesOf(connection);
  const fees = await readFees(connection, feeKind(transaction), sentFees);
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
  const multiplied: Record<string, string> = {};
  for (const [field, fee] of Object.entries(fees.value)) {
    const product = multiplyFee(fee, gasFeeMultiplier);
    multiplied[field] = hexQuantity(product);
    // Nodes suggest gas prices and priority fees, but never a maxFeePerGas.
    if (field !== "maxFeePerGas") {
      sentFees.add(product, fee);
    }
  }
  return { ...request, params: [{ ...transaction, ...multiplied }, ...rest] };
}

const DECIMAL = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/**
 * Multiplies a fee in wei, rounded down to whole wei as in ocean.js. The
 * multiplier counts as the decimal that was written: 1.1 is exactly 11/10, and
 * not the slightly larger binary fraction that represents it.
 *
 * @throws RangeError if the multiplier is negative or not finite.
 */
export function multiplyFee(fee: bigint, multiplier: number): bigint {
  // String() returns the shortest decimal that stands for this number.
  const [, whole, fraction = "", exponent = "0"] =
    DECIMAL.exec(String(multiplier)) ?? [];
  if (whole === undefined) {
    throw new RangeError(`invalid fee multiplier ${multiplier}`);
  }
  const product = fee * BigInt(whole + fraction);
  const scale = Number(exponent) - fraction.length;
  return scale < 0
    ? product / 10n ** BigInt(-scale)
    : product * 10n ** BigInt(scale);
}
