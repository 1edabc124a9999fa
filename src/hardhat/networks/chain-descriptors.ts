import type { ChainDescriptorsUserConfig } from "hardhat/types/config";
import { isRecord } from "../../base/records.ts";
import { configuredNetworks } from "../../config/configured-networks.ts";

/**
 * Adds the names of the chains to Hardhat's chain descriptors. A descriptor of the user
 * is left unchanged, and a chain id that another chain has, too, gets none. There is no
 * fork history: the blocks at which these chains changed their rules were not published,
 * and with wrong ones, Hardhat would execute old blocks by the wrong rules.
 *
 * @param descriptors Not validated yet, and neither is `alpha`.
 */
export function describeChains(
  descriptors: ChainDescriptorsUserConfig,
  alpha: unknown,
): ChainDescriptorsUserConfig {
  // Hardhat says what is wrong with descriptors that are none.
  if (!isRecord(descriptors)) {
    return descriptors;
  }
  const described = new Set(Object.keys(descriptors).map(Number));
  const added = configuredNetworks(alpha)
    .map(({ definition }) => definition)
    .filter(
      ({ values, chainsWithSameId, like }) =>
        // Hardhat may have a descriptor of the project's own network, as of Sepolia.
        like === undefined &&
        chainsWithSameId.length === 0 &&
        !described.has(values.chainId),
    )
    .map(({ values, preset }) => [
      values.chainId,
      { name: preset.displayName },
    ]);
  return { ...descriptors, ...Object.fromEntries(added) };
}
