import type { JsonRpcRequest } from "hardhat/types/providers";

import type { ResolvedAlphaNetwork } from "../config/types.ts";
import { alphaError } from "../errors.ts";
import { hexQuantity } from "../rpc/hex-quantity.ts";
import { isRecord } from "../rpc/is-record.ts";
import { describeNode } from "./describe-node.ts";
import { feeKind } from "./fee-kind.ts";
import { multiplyFee } from "./multiply-fee.ts";
import type { NodeConnection } from "./node-connection.ts";
import { ownFeesOf } from "./own-fees.ts";
import { readFees } from "./read-fees.ts";

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
