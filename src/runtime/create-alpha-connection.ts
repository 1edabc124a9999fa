import type { HardhatConfig, NetworkConfig } from "hardhat/types/config";
import { createAlphaNetwork } from "./create-alpha-network.ts";
import { hasKeystore } from "./has-keystore.ts";
import type { AlphaConnection } from "./types.ts";

/**
 * `connection.alpha`: the network that the Hardhat network says it is, never
 * one guessed from the chain id. `undefined` where it says none.
 */
export function createAlphaConnection(
  config: HardhatConfig,
  networkConfig: Readonly<NetworkConfig>,
): AlphaConnection | undefined {
  const { alphaNetwork } = networkConfig;
  const network =
    alphaNetwork === undefined
      ? undefined
      : config.alpha.networks[alphaNetwork];
  if (network === undefined) {
    return undefined;
  }
  const view: unknown = createAlphaNetwork(network, hasKeystore(config), {
    sandbox:
      networkConfig.type === "edr-simulated" &&
      networkConfig.alphaSandbox === true,
  });
  // One member of the union, which one only the name tells.
  return view as AlphaConnection;
}
