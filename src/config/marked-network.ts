import type { HardhatConfig, NetworkConfig } from "hardhat/types/config";

import type { ResolvedAlphaNetwork } from "./types.ts";

/** The Alpha network that a Hardhat network is marked as, if it is on. */
export function markedNetwork(
  { alpha }: Pick<HardhatConfig, "alpha">,
  { alphaNetwork }: NetworkConfig,
): ResolvedAlphaNetwork | undefined {
  return alphaNetwork === undefined ? undefined : alpha.networks[alphaNetwork];
}
