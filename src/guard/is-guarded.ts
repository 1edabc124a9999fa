import type { HardhatConfig, NetworkConfig } from "hardhat/types/config";

import { isFork } from "../connect/is-fork.ts";

/**
 * Whether transactions on a Hardhat network wait for the proof of its chain: on
 * live nodes and forks of an Alpha network whose guard is on. Any other simulated
 * chain is the process's own, and its transactions stay there.
 */
export function isGuarded(
  { alpha }: Pick<HardhatConfig, "alpha">,
  networkConfig: NetworkConfig,
): boolean {
  const { alphaNetwork } = networkConfig;
  return (
    alphaNetwork !== undefined &&
    alpha.networks[alphaNetwork]?.guard === true &&
    (networkConfig.type === "http" || isFork(networkConfig))
  );
}
