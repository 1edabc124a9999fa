import type { HardhatConfig } from "hardhat/types/config";
import type { JsonRpcRequest } from "hardhat/types/providers";

import { markedNetwork } from "../config/marked-network.ts";

import { lacksFees } from "./lacks-fees.ts";
import type { NodeConnection } from "./node-connection.ts";

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
