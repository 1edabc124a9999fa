import { AsyncLocalStorage } from "node:async_hooks";
import { join } from "node:path";
import type {
  EdrNetworkConfig,
  EdrNetworkForkingConfig,
  ResolvedConfigurationVariable,
} from "hardhat/types/config";
import type { Scrubber } from "../../base/scrubber.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import type { ForkedNode } from "./confirm-forked-node.ts";

/** A node to fork, and the headers of requests to it. */
export type ForkableNode = Pick<EdrNetworkForkingConfig, "url"> & {
  readonly httpHeaders: Record<string, string> | undefined;
};

/**
 * Resolves the `forking` of a Hardhat network that forks an Alpha network. Its
 * node is confirmed before it is forked, and the network has its own cache
 * directory: Hardhat separates caches by host and chain id, which would mix two
 * chains with the same id behind one host.
 *
 * @param networkNode The node of the Alpha network, if that is the one to fork.
 */
export function resolveFork(
  hardhatNetwork: string,
  config: EdrNetworkConfig,
  network: ResolvedAlphaNetwork,
  networkNode: ForkableNode | undefined,
): EdrNetworkForkingConfig | undefined {
  const { forking } = config;
  if (forking === undefined) {
    return undefined;
  }
  const httpHeaders = forking.httpHeaders ?? networkNode?.httpHeaders;
  const headers = httpHeaders ?? {};
  const url = networkNode?.url ?? forking.url;
  const node = { hardhatNetwork, network, headers, config };
  return {
    ...forking,
    ...(httpHeaders && { httpHeaders }),
    cacheDir: join(forking.cacheDir, network.name),
    url: {
      _type: "ResolvedConfigurationVariable",
      format: url.format,
      get: async () => await url.get(),
      getUrl: async () => await confirmedUrl(url, node),
      getBigInt: async () => await url.getBigInt(),
      getHexString: async () => await url.getHexString(),
    },
  };
}

/**
 * Confirms a forked node when Hardhat reads its URL to open the fork. Hardhat itself
 * would fork any chain, and would retry an unreachable node for a minute before it fails
 * without naming it.
 *
 * @throws HardhatPluginError if the node does not respond in time, serves another chain,
 * or one that cannot be forked with the configured hardfork.
 */
async function confirmedUrl(
  variable: ResolvedConfigurationVariable,
  node: ForkedNode,
): Promise<string> {
  const url = await variable.getUrl();
  const [{ confirmForkedNode }, { endpointScrubber }] = await Promise.all([
    import("./confirm-forked-node.ts"),
    import("../../http/endpoint.ts"),
  ]);
  await confirmForkedNode(url, node);
  const { hardhatNetwork, headers } = node;
  const scrubber = endpointScrubber(url, headers);
  forkOpening.getStore()?.({ hardhatNetwork, scrubber });
  return url;
}

/** A fork that is opening, after its node was confirmed. */
export interface OpeningFork {
  readonly hardhatNetwork: string;
  /** Removes the secrets of the node's URL and headers from texts. */
  readonly scrubber: Scrubber | undefined;
}

/**
 * Holds a callback that is called when the fork's node was confirmed. The
 * hook that opens a connection has no other way to know that it opens a fork.
 */
export const forkOpening = new AsyncLocalStorage<(fork: OpeningFork) => void>();
