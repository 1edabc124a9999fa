// Types connection.viem for projects that only list this plugin.
export type * from "@nomicfoundation/hardhat-viem";

import type { AlphaConfig } from "../config/types.ts";
import type { AlphaUserConfig } from "../config/user-config.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { AlphaConnection, AlphaRuntime } from "./connections/types.ts";

declare module "hardhat/types/config" {
  interface HardhatUserConfig {
    alpha?: AlphaUserConfig;
  }

  interface HardhatConfig {
    alpha: AlphaConfig;
  }

  interface HttpNetworkUserConfig {
    /** The Alpha network that this network connects to. */
    alphaNetwork?: AlphaNetworkName;
  }

  interface EdrNetworkUserConfig {
    /** The Alpha network that this network is a sandbox or a fork of. */
    alphaNetwork?: AlphaNetworkName;
    /** Places the contract set on every new connection. */
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
    /** The Alpha network of this connection; `undefined` on other networks. */
    alpha: AlphaConnection | undefined;
  }
}
