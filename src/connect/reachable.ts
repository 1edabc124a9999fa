import type { HardhatConfig } from "hardhat/types/config";
import type { EthereumProvider } from "hardhat/types/providers";

/**
 * What it takes to reach networks: their config, and a way to open a simulated
 * one. A Hardhat runtime has both.
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
