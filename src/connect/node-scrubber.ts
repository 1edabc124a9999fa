import type { NetworkConfig } from "hardhat/types/config";

import { collectSecrets } from "../rpc/secrets/collect-secrets.ts";
import {
  createScrubber,
  type Scrubber,
} from "../rpc/secrets/create-scrubber.ts";
import { isFork } from "./is-fork.ts";

/**
 * Takes out of texts what the URL and headers of a Hardhat network's node hold,
 * or of the node that a fork goes on from: nodes repeat them in their errors. Any
 * other simulated chain has no node.
 */
export async function nodeScrubber(
  networkConfig: NetworkConfig,
): Promise<Scrubber | undefined> {
  const node = isFork(networkConfig) ? networkConfig.forking : networkConfig;
  if (node === undefined || !("url" in node)) {
    return undefined;
  }
  const { url, httpHeaders } = node;
  return createScrubber(
    collectSecrets({ url: await url.get(), headers: httpHeaders }),
  );
}
