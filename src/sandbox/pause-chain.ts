import type { EdrNetworkConfig } from "hardhat/types/config";
import type { RequestProvider } from "../rpc/types.ts";

/**
 * Stops a chain's logging and its own mining.
 *
 * @returns what starts them again, as far as the chain's config has them.
 */
export async function pauseChain(
  provider: RequestProvider,
  { loggingEnabled, mining }: EdrNetworkConfig,
): Promise<() => Promise<void>> {
  const set = async (method: string, value: unknown) => {
    await provider.request({ method, params: [value] });
  };
  // Before anything else is asked, so that nothing of the making is printed.
  if (loggingEnabled) {
    await set("hardhat_setLoggingEnabled", false);
  }
  if (mining.interval !== 0) {
    await set("evm_setIntervalMining", 0);
  }
  if (mining.auto) {
    await set("evm_setAutomine", false);
  }
  return async () => {
    if (mining.auto) {
      await set("evm_setAutomine", true);
    }
    if (mining.interval !== 0) {
      await set("evm_setIntervalMining", mining.interval);
    }
    if (loggingEnabled) {
      await set("hardhat_setLoggingEnabled", true);
    }
  };
}
