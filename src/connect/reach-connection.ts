import type { HardhatConfig } from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import type { Reachable } from "./reachable.ts";
import type { NetworkSelection } from "./select-networks.ts";

/**
 * The network of one connection, with the config that the connection has, its
 * overrides included. A simulated chain is the connection's own, and stays open.
 */
export function reachConnection<ChainTypeT extends ChainType | string>(
  config: HardhatConfig,
  { networkName, networkConfig, provider }: NetworkConnection<ChainTypeT>,
): { readonly reachable: Reachable; readonly selection: NetworkSelection } {
  return {
    reachable: {
      config: {
        ...config,
        networks: { ...config.networks, [networkName]: networkConfig },
      },
      network: { create: async () => ({ provider, close: async () => {} }) },
    },
    selection: {
      names: [networkName],
      globalNetwork: undefined,
      sandbox: false,
    },
  };
}
