import type { EdrNetworkConfig, NetworkConfig } from "hardhat/types/config";

/** Whether a Hardhat network is a simulated chain that goes on from a node's. */
export function isFork(
  networkConfig: NetworkConfig,
): networkConfig is EdrNetworkConfig {
  return (
    networkConfig.type === "edr-simulated" &&
    networkConfig.forking?.enabled === true
  );
}
