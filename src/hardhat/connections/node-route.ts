import type { NetworkConfig } from "hardhat/types/config";
import type { Scrubber } from "../../base/scrubber.ts";
import { endpointOrigin } from "../../base/secrets.ts";
import { endpointScrubber, environmentProxy } from "../../http/endpoint.ts";

/** Where the requests of a Hardhat network go. */
export interface NodeRoute {
  readonly isFork: boolean;
  /** The origin of the node, or of the forked node; `undefined` if there is none. */
  readonly endpoint: string | undefined;
  /** The origin of the proxy in between; `undefined` if there is none. */
  readonly proxy: string | undefined;
  /** Removes the secrets of the node's URL, headers and proxy from texts. */
  readonly scrubber: Scrubber | undefined;
}

/** Where the requests of a Hardhat network go. */
export async function routeOf(
  networkConfig: NetworkConfig,
): Promise<NodeRoute> {
  const isFork = networkConfig.type === "edr-simulated";
  const node = isFork ? networkConfig.forking : networkConfig;
  if (node === undefined) {
    return {
      isFork,
      endpoint: undefined,
      proxy: undefined,
      scrubber: undefined,
    };
  }
  const url = await node.url.get();
  const proxy = isFork ? undefined : environmentProxy(url);
  return {
    isFork,
    endpoint: endpointOrigin(url),
    proxy: proxy && endpointOrigin(proxy),
    scrubber: endpointScrubber(url, node.httpHeaders, proxy),
  };
}
