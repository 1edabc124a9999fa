import type { HardhatConfig } from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";

import { markedNetwork } from "../config/marked-network.ts";
import { planForNetwork } from "./plan-for-network.ts";
import { populateSandbox } from "./populate-sandbox.ts";

/**
 * Places the contract set on a new connection of a sandbox network. A connection
 * that cannot be populated is closed: an empty chain under a network's name
 * would report every contract missing.
 *
 * @throws HardhatPluginError if an address that the set needs is unset, or the
 * chain refuses a contract.
 */
export async function openSandbox<ChainTypeT extends ChainType | string>(
  config: HardhatConfig,
  connection: NetworkConnection<ChainTypeT>,
): Promise<void> {
  const { networkConfig, provider } = connection;
  const network = markedNetwork(config, networkConfig);
  if (network === undefined || networkConfig.type !== "edr-simulated") {
    return;
  }
  try {
    const plan = planForNetwork(network, config.alpha.sandbox);
    await populateSandbox(provider, networkConfig, plan);
  } catch (error) {
    await connection.close();
    throw error;
  }
}
