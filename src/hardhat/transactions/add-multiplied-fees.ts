import type { JsonRpcRequest } from "hardhat/types/providers";
import { alphaError } from "../../base/errors.ts";
import { hexQuantity } from "../../base/hex.ts";
import { isRecord } from "../../base/records.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import { describeNode, type NodeConnection } from "./ask-node.ts";
import { feeKind, ownFeesOf, readFees } from "./read-fees.ts";

/**
 * The request with the fees that Hardhat would choose, times the network's
 * `gasFeeMultiplier`. The caller's request stays as it is.
 *
 * @throws HardhatPluginError if the node does not tell the fees. Nothing is sent
 * then: unmultiplied fees are not what the config asks for.
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
  const ownFees = await ownFeesOf(connection);
  const fees = await readFees(connection, feeKind(transaction), ownFees);
  if (!fees.ok) {
    throw alphaError(
      `The gas fee for a transaction on ${await describeNode(connection)} could not be read, so gasFeeMultiplier ${gasFeeMultiplier} cannot be applied and nothing was sent: ${fees.reason}. Try again, state the transaction's gasPrice (or maxFeePerGas and maxPriorityFeePerGas), or set alpha.networks.${name}.gasFeeMultiplier to 1.`,
    );
  }
  const multiplied: Record<string, string> = {};
  for (const [field, fee] of Object.entries(fees.value)) {
    const product = multiplyFee(fee, gasFeeMultiplier);
    multiplied[field] = hexQuantity(product);
    // A ceiling is nothing that nodes tell.
    if (field !== "maxFeePerGas") {
      ownFees.remember(fee, product);
    }
  }
  return { ...request, params: [{ ...transaction, ...multiplied }, ...rest] };
}

const DECIMAL = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/**
 * A fee in wei times a multiplier, rounded down to whole wei, as ocean.js does.
 * The multiplier is the decimal that was written, exactly: 1.1 is eleven tenths
 * and not the binary fraction next to it, which is a little more.
 *
 * @throws RangeError if the multiplier is negative or not finite.
 */
export function multiplyFee(fee: bigint, multiplier: number): bigint {
  // JavaScript prints the shortest decimal that is this number.
  const [, whole, fraction = "", exponent = "0"] =
    DECIMAL.exec(String(multiplier)) ?? [];
  if (whole === undefined) {
    throw new RangeError(`${multiplier} is no multiplier`);
  }
  const product = fee * BigInt(whole + fraction);
  const scale = Number(exponent) - fraction.length;
  return scale < 0
    ? product / 10n ** BigInt(-scale)
    : product * 10n ** BigInt(scale);
}
