import type { EdrNetworkConfig } from "hardhat/types/config";
import { alphaError } from "../base/errors.ts";
import type { Hex } from "../base/hex.ts";
import { hexQuantity, isHexQuantity } from "../base/hex.ts";
import type { RequestProvider } from "../rpc/types.ts";

/** Long enough to stop the miner before a second, empty block. */
const SILENT_INTERVAL_MS = 25;
const SILENT_MINING_TIMEOUT_MS = 10_000;

/**
 * Mines without a word. A block that is asked for is described in the chain's
 * log even while logging is off: EDR keeps the text and prints it when logging
 * is on again. Of a block that is due at an interval it keeps none.
 */
export async function mineSilently(provider: RequestProvider): Promise<void> {
  const request = (method: string, ...params: unknown[]) =>
    provider.request({ method, params });
  const before = await request("eth_blockNumber");
  await request("evm_setIntervalMining", SILENT_INTERVAL_MS);
  const deadline = Date.now() + SILENT_MINING_TIMEOUT_MS;
  while ((await request("eth_blockNumber")) === before) {
    if (Date.now() > deadline) {
      throw alphaError("The simulated chain mined no block in time.");
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await request("evm_setIntervalMining", 0);
}

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

/** What populating needs to know of a block. */
export interface Block {
  /** In seconds. */
  readonly timestamp: bigint;
  /** In wei; `undefined` before London. */
  readonly baseFee: bigint | undefined;
  readonly coinbase: Hex;
}

/**
 * Reads a block from a simulated chain's answer.
 *
 * @throws HardhatPluginError when it is none.
 */
export function readBlock(value: unknown): Block {
  if (
    typeof value !== "object" ||
    value === null ||
    !("timestamp" in value && isHexQuantity(value.timestamp)) ||
    !("miner" in value && isHexQuantity(value.miner))
  ) {
    throw alphaError("The simulated chain gave no block.");
  }
  const baseFee =
    "baseFeePerGas" in value && isHexQuantity(value.baseFeePerGas)
      ? BigInt(value.baseFeePerGas)
      : undefined;
  return {
    timestamp: BigInt(value.timestamp),
    baseFee,
    coinbase: value.miner,
  };
}
