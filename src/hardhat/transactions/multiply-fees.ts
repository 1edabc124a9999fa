import type { HardhatConfig, NetworkConfig } from "hardhat/types/config";
import type { JsonRpcRequest } from "hardhat/types/providers";
import { isRecord } from "../../base/records.ts";
import { markedNetwork } from "../../config/hardhat-networks.ts";
import type { NodeConnection } from "./request-node.ts";

/**
 * Adds multiplied fees to a transaction that sets none, if the `gasFeeMultiplier`
 * of its network is not 1. Any other request is returned unchanged.
 *
 * @throws HardhatPluginError if the fees could not be read.
 */
export async function multiplyFees(
  config: HardhatConfig,
  connection: NodeConnection,
  request: JsonRpcRequest,
): Promise<JsonRpcRequest> {
  const { networkConfig } = connection;
  const network = markedNetwork(config, networkConfig);
  if (
    network === undefined ||
    network.values.gasFeeMultiplier === 1 ||
    !lacksFees(request, networkConfig)
  ) {
    return request;
  }
  const { addMultipliedFees } = await import("./add-multiplied-fees.ts");
  return await addMultipliedFees(connection, network, request);
}

/**
 * Whether a request sends a transaction whose fees Hardhat would choose. It does
 * not for a fixed `gasPrice` in the network config, nor for transactions that are
 * signed already or that it leaves to the node to sign.
 */
function lacksFees(
  { method, params }: JsonRpcRequest,
  { gasPrice }: Pick<NetworkConfig, "gasPrice">,
): boolean {
  return (
    method === "eth_sendTransaction" &&
    typeof gasPrice !== "bigint" &&
    Array.isArray(params) &&
    isRecord(params[0]) &&
    !hasFees(params[0])
  );
}

const FEES = ["gasPrice", "maxFeePerGas", "maxPriorityFeePerGas"] as const;

/** Whether a transaction sets any fee. As in Hardhat, only `undefined` is unset. */
function hasFees(transaction: Readonly<Record<string, unknown>>): boolean {
  return FEES.some((fee) => transaction[fee] !== undefined);
}
