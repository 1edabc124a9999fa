import type { HardhatConfig } from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import type { EthereumProvider } from "hardhat/types/providers";
import type { NetworkSelection } from "./select-networks.ts";

/**
 * The part of the Hardhat runtime that is needed to connect to networks.
 */
export interface Reachable {
  readonly config: HardhatConfig;
  readonly network: {
    create(
      network:
        | string
        | {
            readonly network: string;
            readonly override: { readonly loggingEnabled: boolean };
          },
    ): Promise<{
      readonly provider: EthereumProvider;
      close(): Promise<void>;
    }>;
  };
}

/**
 * The network of an existing connection, with the connection's config and overrides.
 * Its provider is reused and stays open.
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
