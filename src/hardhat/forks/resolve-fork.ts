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

/** A node that may be forked, and what is sent along to it. */
export type ForkableNode = Pick<EdrNetworkForkingConfig, "url"> & {
  readonly httpHeaders: Record<string, string> | undefined;
};

/**
 * The resolved `forking` of a Hardhat network that is a fork of an Alpha network:
 * its node is asked first, and its cache is the network's own. Hardhat's is by
 * host and chain id, which do not tell two chains with one id behind one host.
 *
 * @param ours The node that requests to the network go to, if it is that one.
 */
export function resolveFork(
  hardhatNetwork: string,
  { chainId, forking, hardfork }: EdrNetworkConfig,
  network: ResolvedAlphaNetwork,
  ours: ForkableNode | undefined,
): EdrNetworkForkingConfig | undefined {
  if (forking === undefined) {
    return undefined;
  }
  const { blockNumber, cacheDir } = forking;
  const httpHeaders = forking.httpHeaders ?? ours?.httpHeaders;
  return {
    ...forking,
    ...(httpHeaders === undefined ? {} : { httpHeaders }),
    cacheDir: join(cacheDir, network.name),
    url: new ForkUrl(ours?.url ?? forking.url, {
      hardhatNetwork,
      chainIds: [...new Set([network.values.chainId, chainId])],
      headers: httpHeaders ?? {},
      hardfork,
      blockNumber,
      urlVariable: variableName(network.name, "RPC_URL"),
    }),
  };
}

/**
 * The URL of the node that a simulated chain forks. Hardhat reads it when the
 * fork opens, and forks whatever answers; left alone it tries a dead node for a
 * minute and then does not say which. So the node is asked first.
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
   * @throws HardhatPluginError if the node does not answer in time, serves another
   * chain, or one that cannot be forked under the configured hardfork.
   */
  async getUrl(): Promise<string> {
    const url = await this.#url.getUrl();
    const { hardhatNetwork, headers } = this.#node;
    const [{ confirmForkedNode }, { createScrubber }, { collectSecrets }] =
      await Promise.all([
        import("./confirm-forked-node.ts"),
        import("../../base/scrubber.ts"),
        import("../../base/secrets.ts"),
      ]);
    await confirmForkedNode(url, this.#node);
    const scrubber = createScrubber(collectSecrets({ url, headers }));
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

/** A fork whose node is known to be the right one. */
export interface OpeningFork {
  readonly hardhatNetwork: string;
  /** Takes out of texts what the node's URL and headers hold. */
  readonly scrubber: Scrubber | undefined;
}

/**
 * Told of the Hardhat network that goes on from a node, once the node is known to
 * be the right one: who opens a connection learns only from this that it is to a
 * fork.
 */
export const forkOpening = new AsyncLocalStorage<(fork: OpeningFork) => void>();
