import { AsyncLocalStorage } from "node:async_hooks";
import { join } from "node:path";
import type {
  EdrNetworkConfig,
  EdrNetworkForkingConfig,
  ResolvedConfigurationVariable,
} from "hardhat/types/config";
import type { Scrubber } from "../../base/scrubber.ts";
import { variableName } from "../../config/layered-url.ts";
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
  { chainId, forking, hardfork }: EdrNetworkConfig,
  network: ResolvedAlphaNetwork,
  networkNode: ForkableNode | undefined,
): EdrNetworkForkingConfig | undefined {
  if (forking === undefined) {
    return undefined;
  }
  const { blockNumber, cacheDir } = forking;
  const httpHeaders = forking.httpHeaders ?? networkNode?.httpHeaders;
  return {
    ...forking,
    ...(httpHeaders === undefined ? {} : { httpHeaders }),
    cacheDir: join(cacheDir, network.name),
    url: new ForkUrl(networkNode?.url ?? forking.url, {
      hardhatNetwork,
      chainIds: [...new Set([network.values.chainId, chainId])],
      headers: httpHeaders ?? {},
      hardfork,
      blockNumber,
      urlVariable: variableName(network.name, "RPC_URL"),
      owned: () =>
        network.contracts.find(
          (one) =>
            one.kind === "registry" && one.role === "communityFeeCollector",
        )?.address,
    }),
  };
}

/**
 * The URL of a forked node, which confirms the node when Hardhat reads it to open
 * the fork. Hardhat itself would fork any chain, and would retry an unreachable
 * node for a minute before it fails without naming it.
 */
class ForkUrl implements ResolvedConfigurationVariable {
  readonly _type = "ResolvedConfigurationVariable";
  readonly format: string;
  readonly #url: ResolvedConfigurationVariable;
  readonly #node: ForkedNode;

  constructor(url: ResolvedConfigurationVariable, node: ForkedNode) {
    this.format = url.format;
    this.#url = url;
    this.#node = node;
  }

  get(): Promise<string> {
    return this.#url.get();
  }

  /**
   * @throws HardhatPluginError if the node does not respond in time, serves another
   * chain, or one that cannot be forked with the configured hardfork.
   */
  async getUrl(): Promise<string> {
    const url = await this.#url.getUrl();
    const { hardhatNetwork, headers } = this.#node;
    const [{ confirmForkedNode }, { endpointScrubber }] = await Promise.all([
      import("./confirm-forked-node.ts"),
      import("../../http/endpoint.ts"),
    ]);
    await confirmForkedNode(url, this.#node);
    const scrubber = endpointScrubber(url, headers);
    forkOpening.getStore()?.({ hardhatNetwork, scrubber });
    return url;
  }

  getBigInt(): Promise<bigint> {
    return this.#url.getBigInt();
  }

  getHexString(): Promise<string> {
    return this.#url.getHexString();
  }
}

/** A fork that is opening, after its node was confirmed. */
export interface OpeningFork {
  readonly hardhatNetwork: string;
  /** Removes the secrets of the node's URL and headers from texts. */
  readonly scrubber: Scrubber | undefined;
}

/**
 * Holds a callback that `ForkUrl` calls when the fork's node was confirmed. The
 * hook that opens a connection has no other way to know that it opens a fork.
 */
export const forkOpening = new AsyncLocalStorage<(fork: OpeningFork) => void>();
