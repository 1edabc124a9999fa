import type { NetworkConfig } from "hardhat/types/config";
import type { JsonRpcRequest } from "hardhat/types/providers";

import { isRecord } from "../rpc/is-record.ts";
import { statesFees } from "./states-fees.ts";

/**
 * Whether Hardhat would choose the fees of what a request sends. A fixed
 * `gasPrice` of the network's config is a stated one. What is signed already,
 * and what Hardhat leaves to the node to sign or send, is none of it.
 */
export function lacksFees(
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
