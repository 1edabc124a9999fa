import type { NetworkConfig } from "hardhat/types/config";
import { isFork } from "../../config/hardhat-networks.ts";
import { causeOfError } from "../../http/waiting.ts";

/**
 * The advice if a request to a fork failed because its node does not have the state of
 * the forked block; `undefined` for other failures.
 */
export function forkStateRemedy(
  networkConfig: NetworkConfig,
  reason: string,
): string | undefined {
  if (isFork(networkConfig) && causeOfError(0, reason) === "lag") {
    return `The node has no state of the forked block: fork a newer one (alpha.forks.blockNumbers.${networkConfig.alphaNetwork}), or use an archive node.`;
  }
  return undefined;
}
