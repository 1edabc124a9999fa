import type { EdrNetworkConfig } from "hardhat/types/config";
import { hexQuantity } from "../rpc/hex-quantity.ts";
import type { RequestProvider } from "../rpc/types.ts";

/**
 * Lets blocks hold some gas at least, on a chain whose config gives them less.
 *
 * @returns what sets the config's limit again.
 */
export async function raiseGasLimit(
  provider: RequestProvider,
  { blockGasLimit }: EdrNetworkConfig,
  needed: bigint,
): Promise<() => Promise<void>> {
  // Without a limit there is nothing to raise, and setting one would stay.
  if (typeof blockGasLimit !== "bigint" || blockGasLimit >= needed) {
    return async () => {};
  }
  const set = async (limit: bigint) => {
    await provider.request({
      method: "evm_setBlockGasLimit",
      params: [hexQuantity(limit)],
    });
  };
  await set(needed);
  return async () => await set(blockGasLimit);
}
