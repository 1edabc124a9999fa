import { endpointOrigin } from "../rpc/secrets/endpoint-origin.ts";
import type { NodeConnection } from "./node-connection.ts";

/** The Hardhat network and its endpoint, for an error: the origin, no more. */
export async function describeNode({
  networkName,
  networkConfig,
}: NodeConnection): Promise<string> {
  const endpoint =
    networkConfig.type === "http"
      ? endpointOrigin(await networkConfig.url.getUrl())
      : "in-process";
  return `${networkName} (${endpoint})`;
}
