import type { HardhatConfig } from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import { alphaError } from "../../base/errors.ts";

/**
 * Closes a connection to a sandbox or a fork that an override made one of another Alpha
 * network: its chain would keep the chain id and the node of its own network.
 *
 * @throws HardhatPluginError if it is one of another network.
 */
export async function confirmOverride<ChainTypeT extends ChainType | string>(
  { networks }: HardhatConfig,
  connection: NetworkConnection<ChainTypeT>,
): Promise<void> {
  const { networkName, networkConfig } = connection;
  const { alphaNetwork } = networkConfig;
  const configured = networks[networkName]?.alphaNetwork ?? alphaNetwork;
  if (networkConfig.type === "http" || alphaNetwork === configured) {
    return;
  }
  await connection.close();
  throw alphaError(
    `The Hardhat network "${networkName}" is one of ${configured}, and a connection cannot override its alphaNetwork to ${alphaNetwork}. Connect to a Hardhat network of ${alphaNetwork}, or remove the override.`,
  );
}
