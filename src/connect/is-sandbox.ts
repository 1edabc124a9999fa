import type { NetworkConfig } from "hardhat/types/config";

/** Whether a Hardhat network is a stand-in, which holds the contract set. */
export function isSandbox(networkConfig: NetworkConfig): boolean {
  return (
    networkConfig.type === "edr-simulated" &&
    networkConfig.alphaSandbox === true
  );
}
