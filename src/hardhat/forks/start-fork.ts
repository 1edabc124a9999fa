import type { EdrNetworkConfig } from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import { openFork } from "../../connect/open-fork.ts";
import { nodeScrubber } from "../../connect/open-transport.ts";
import { mineSilently } from "../../sandbox/chain-state.ts";

const MOST_MILLISECONDS = 30_000;

/**
 * Gives a new fork a block of its own. The simulator runs code only on blocks
 * whose hardfork it knows, and of these chains' own blocks nobody has told it;
 * on its own it knows, so that calls at `latest` work. A fork that cannot make
 * the block is closed.
 *
 * @throws HardhatPluginError if there is no block in time.
 */
export async function startFork<ChainTypeT extends ChainType | string>(
  connection: NetworkConnection<ChainTypeT>,
  networkConfig: EdrNetworkConfig,
): Promise<void> {
  const { networkName, provider } = connection;
  const { loggingEnabled, mining } = networkConfig;
  const start = async () => {
    if (!loggingEnabled) {
      await provider.request({ method: "evm_mine" });
      return connection;
    }
    await provider.request({
      method: "hardhat_setLoggingEnabled",
      params: [false],
    });
    await mineSilently(provider);
    await provider.request({
      method: "evm_setIntervalMining",
      params: [mining.interval],
    });
    await provider.request({
      method: "hardhat_setLoggingEnabled",
      params: [true],
    });
    return connection;
  };
  try {
    const scrubber = await nodeScrubber(networkConfig);
    await openFork(start(), networkName, MOST_MILLISECONDS, scrubber);
  } catch (error) {
    await connection.close();
    throw error;
  }
}
