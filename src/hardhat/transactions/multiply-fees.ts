import type { HardhatConfig } from "hardhat/types/config";
import type { JsonRpcRequest } from "hardhat/types/providers";
import { isRecord } from "../../base/records.ts";
import { markedNetwork } from "../../config/hardhat-networks.ts";
import type { RememberHash } from "./paid-fees.ts";
import type { NodeConnection } from "./request-node.ts";

const FEES = ["gasPrice", "maxFeePerGas", "maxPriorityFeePerGas"] as const;

/** A request, and what to call with its result. */
interface PricedRequest {
  readonly request: JsonRpcRequest;
  readonly remember?: RememberHash;
}

/**
 * Adds multiplied fees to a transaction that sets none, if the `gasFeeMultiplier` of its
 * network is not 1. Any other request is returned unchanged: also if the network config
 * has a fixed `gasPrice`, and for transactions that are signed already or that Hardhat
 * leaves to the node to sign. As in Hardhat, only `undefined` is unset.
 *
 * @throws HardhatPluginError if the fees could not be read.
 */
export async function multiplyFees(
  config: HardhatConfig,
  connection: NodeConnection,
  request: JsonRpcRequest,
): Promise<PricedRequest> {
  const { method } = request;
  const { networkConfig } = connection;
  const network = markedNetwork(config, networkConfig);
  const [transaction, ...rest]: readonly unknown[] =
    method === "eth_sendTransaction" && Array.isArray(request.params)
      ? request.params
      : [];
  if (
    network === undefined ||
    network.values.gasFeeMultiplier === 1 ||
    typeof networkConfig.gasPrice === "bigint" ||
    !isRecord(transaction) ||
    FEES.some((fee) => transaction[fee] !== undefined)
  ) {
    return { request };
  }
  const { multipliedFees } = await import("./multiplied-fees.ts");
  const multiplied = await multipliedFees(connection, network, transaction);
  const { fees, remember } = multiplied;
  const params = [{ ...transaction, ...fees }, ...rest];
  return { request: { ...request, params }, remember };
}
