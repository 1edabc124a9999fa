import type { HardhatConfig } from "hardhat/types/config";
import type { JsonRpcRequest } from "hardhat/types/providers";
import { isRecord, recordOf } from "../../base/records.ts";
import { markedNetwork } from "../../config/hardhat-networks.ts";
import type { NodeConnection } from "./request-node.ts";

/** Methods whose first parameter is a call or a transaction. */
const METHODS: ReadonlySet<string> = new Set([
  "eth_call",
  "eth_estimateGas",
  "eth_createAccessList",
  "eth_sendTransaction",
  "debug_traceCall",
]);

/**
 * Removes an `input` that equals `data` from a request. Foundry's cast sends both,
 * which geth accepts, but EDR rejects ("duplicate field `data`"). If they differ,
 * the request is left unchanged, so that EDR rejects it.
 */
export function withoutRepeatedInput(request: JsonRpcRequest): JsonRpcRequest {
  const { method, params } = request;
  if (!METHODS.has(method) || !Array.isArray(params)) {
    return request;
  }
  const [call, ...rest]: readonly unknown[] = params;
  const { input, ...others } = recordOf(call);
  const { data } = others;
  if (typeof input !== "string" || typeof data !== "string") {
    return request;
  }
  if (input.toLowerCase() === data.toLowerCase()) {
    return { ...request, params: [others, ...rest] };
  }
  return request;
}

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
