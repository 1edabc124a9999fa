import { join } from "node:path";
import type {
  EdrNetworkConfig,
  EdrNetworkForkingConfig,
} from "hardhat/types/config";

import type { ResolvedAlphaNetwork } from "../config/types.ts";
import { variableName } from "../config/variables.ts";
import { ForkUrl } from "./fork-url.ts";

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
