import type { HardhatConfig, NetworkConfig } from "hardhat/types/config";

import { markedNetwork } from "../config/marked-network.ts";
import { isFork } from "../connect/is-fork.ts";

/**
 * Whether transactions on a Hardhat network wait for the proof of its chain: on
 * live nodes and forks of an Alpha network whose guard is on. Any other simulated
 * chain is the process's own, and its transactions stay there.
 */
export function isGuarded(
  config: Pick<HardhatConfig, "alpha">,
  networkConfig: NetworkConfig,
): boolean {
  return (
    markedNetwork(config, networkConfig)?.guard === true &&
    (networkConfig.type === "http" || isFork(networkConfig))
  );
}
