// What connection.viem is, for projects that list this plugin alone.
export type * from "@nomicfoundation/hardhat-viem";

import type { AlphaConfig } from "../config/types.ts";
import type { AlphaUserConfig } from "../config/user-config.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { AlphaConnection, AlphaRuntime } from "./types.ts";

declare module "hardhat/types/config" {
  interface HardhatUserConfig {
    alpha?: AlphaUserConfig;
  }

  interface HardhatConfig {
    alpha: AlphaConfig;
  }

  interface HttpNetworkUserConfig {
    /** The Alpha network that this network is. */
    alphaNetwork?: AlphaNetworkName;
  }

  interface EdrNetworkUserConfig {
    /** The Alpha network that this network stands in for, or is a fork of. */
    alphaNetwork?: AlphaNetworkName;
    /** Whether the contract set is placed on every new connection. */
    alphaSandbox?: boolean;
  }

  interface HttpNetworkConfig {
    alphaNetwork?: AlphaNetworkName;
  }

  interface EdrNetworkConfig {
    alphaNetwork?: AlphaNetworkName;
    alphaSandbox?: boolean;
  }
}

declare module "hardhat/types/hre" {
  interface HardhatRuntimeEnvironment {
    /** The Alpha networks of this project. */
    alpha: AlphaRuntime;
  }
}

declare module "hardhat/types/network" {
  interface NetworkConnection<
    ChainTypeT extends ChainType | string = DefaultChainType,
  > {
    /** The Alpha network of this connection; `undefined` where it is none. */
    alpha: AlphaConnection | undefined;
  }
}
