import { join } from "node:path";
import type {
  EdrNetworkConfig,
  EdrNetworkForkingConfig,
} from "hardhat/types/config";

import type { ResolvedAlphaNetwork } from "../config/types.ts";
import { variableName } from "../config/variables.ts";
import { ForkUrl } from "./fork-url.ts";

/**
 * The resolved `forking` of a Hardhat network that is a fork of an Alpha network:
 * its node is asked first, and its cache is the network's own. Hardhat's is by
 * host and chain id, which do not tell two chains with one id behind one host.
 *
 * @param isOurs Whether the URL is the one that requests to the network go to.
 */
export function resolveFork(
  hardhatNetwork: string,
  { chainId, forking, hardfork }: EdrNetworkConfig,
  network: ResolvedAlphaNetwork,
  isOurs: boolean,
): EdrNetworkForkingConfig | undefined {
  if (forking === undefined) {
    return undefined;
  }
  const { blockNumber, cacheDir, httpHeaders = {} } = forking;
  return {
    ...forking,
    cacheDir: join(cacheDir, network.name),
    url: new ForkUrl(isOurs ? network.url : forking.url, {
      hardhatNetwork,
      chainIds: [...new Set([network.values.chainId, chainId])],
      headers: httpHeaders,
      hardfork,
      blockNumber,
      urlVariable: variableName(network.name, "RPC_URL"),
    }),
  };
}
