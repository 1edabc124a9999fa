import type { HardhatConfig } from "hardhat/types/config";
import type { JsonRpcRequest } from "hardhat/types/providers";
import { isRecord } from "../../base/records.ts";
import { markedNetwork } from "../../config/hardhat-networks.ts";
import type { NodeConnection } from "./request-node.ts";

const FEES = ["gasPrice", "maxFeePerGas", "maxPriorityFeePerGas"] as const;

/**
 * Adds multiplied fees to a transaction that sets none, if the `gasFeeMultiplier` of its
 * network is not 1. Any other request is returned unchanged: also if the network config
 * has a fixed `gasPrice`, and for transactions that are signed already or that Hardhat
 * leaves to the node to sign. As in Hardhat, only `undefined` is unset.
 *
 * @returns the request, and what to call with its result.
 * @throws HardhatPluginError if the fees could not be read.
 */
export async function multiplyFees(
  config: HardhatConfig,
  connection: NodeConnection,
  request: JsonRpcRequest,
) {
  const { method, params } = request;
  const { networkConfig } = connection;
  const network = markedNetwork(config, networkConfig);
  if (
    network === undefined ||
    method !== "eth_sendTransaction" ||
    !Array.isArray(params)
  ) {
    return { request };
  }
  const [transaction, ...rest]: readonly unknown[] = params;
  if (
    network.values.gasFeeMultiplier === 1 ||
    typeof networkConfig.gasPrice === "bigint" ||
    !isRecord(transaction) ||
    FEES.some((fee) => transaction[fee] !== undefined)
  ) {
    return { request };
  }
  const { multipliedFees } = await import("./multiplied-fees.ts");
  const { fees, remember } = await multipliedFees(
    connection,
    network,
    transaction,
  );
  const priced = { ...request, params: [{ ...transaction, ...fees }, ...rest] };
  return { request: priced, remember };
}
