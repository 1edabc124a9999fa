import type { EdrNetworkConfig } from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import { openFork } from "../../connect/open-fork.ts";
import { nodeScrubber } from "../../connect/open-transport.ts";
import { mineSilently, pauseChain } from "../../sandbox/chain-state.ts";
import { chainDriver } from "../../sandbox/driver.ts";

const TIMEOUT_MS = 30_000;

/**
 * Mines a block on a new fork, so that calls at `latest` work: EDR only executes
 * code at blocks whose hardfork it knows, and it has no hardfork history for
 * these chains. If the block cannot be mined, the connection is closed.
 *
 * @throws HardhatPluginError if the block is not mined in time.
 */
export async function startFork<ChainTypeT extends ChainType | string>(
  connection: NetworkConnection<ChainTypeT>,
  networkConfig: EdrNetworkConfig,
): Promise<void> {
  const { networkName, provider } = connection;
  const start = async () => {
    const resume = await pauseChain(chainDriver(provider), networkConfig);
    await (networkConfig.loggingEnabled
      ? mineSilently(provider)
      : provider.request({ method: "evm_mine" }));
    await resume();
    return connection;
  };
  try {
    const scrubber = await nodeScrubber(networkConfig);
    await openFork(start(), networkName, { maxMs: TIMEOUT_MS, scrubber });
  } catch (error) {
    await connection.close();
    throw error;
  }
}
