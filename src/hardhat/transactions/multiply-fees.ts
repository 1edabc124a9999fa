import type { HardhatConfig, NetworkConfig } from "hardhat/types/config";
import type { JsonRpcRequest } from "hardhat/types/providers";
import { isRecord } from "../../base/records.ts";
import { markedNetwork } from "../../config/network-marks.ts";
import type { NodeConnection } from "./ask-node.ts";

/**
 * The request as it is to be sent: the same, but for a transaction on one of our
 * networks that states no fee where `gasFeeMultiplier` is not 1.
 *
 * @throws HardhatPluginError if the node does not tell the fees.
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
 * Whether Hardhat would choose the fees of what a request sends. A fixed
 * `gasPrice` of the network's config is a stated one. What is signed already,
 * and what Hardhat leaves to the node to sign or send, is none of it.
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
    !statesFees(params[0])
  );
}

/** The fees per gas that a transaction may state. */
const FEES = ["gasPrice", "maxFeePerGas", "maxPriorityFeePerGas"] as const;

/**
 * Whether a transaction states any of its fees. Like Hardhat, which fills in
 * what is `undefined` and nothing else.
 */
function statesFees(transaction: unknown): boolean {
  return (
    isRecord(transaction) && FEES.some((fee) => transaction[fee] !== undefined)
  );
}
