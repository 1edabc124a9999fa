import type { NetworkConfig } from "hardhat/types/config";
import { endpointOrigin } from "../../base/secrets.ts";
import { endpointScrubber, environmentProxy } from "../../http/endpoint.ts";

/** Where the requests of a Hardhat network go. */
export type NodeRoute = Awaited<ReturnType<typeof routeOf>>;

/**
 * Where the requests of a Hardhat network go: the origins of the node, or of the forked
 * node, and of the proxy in between, as far as there are any; and what removes the
 * secrets of the node's URL, headers and proxy from texts.
 */
export async function routeOf(networkConfig: NetworkConfig) {
  const isFork = networkConfig.type === "edr-simulated";
  const node = isFork ? networkConfig.forking : networkConfig;
  const url = (await node?.url.get()) ?? "";
  const proxy = isFork ? undefined : environmentProxy(url);
  return {
    isFork,
    endpoint: node && endpointOrigin(url),
    proxy: proxy && endpointOrigin(proxy),
    scrubber: node && endpointScrubber(url, node.httpHeaders, proxy),
  };
}
