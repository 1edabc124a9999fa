import type { EdrNetworkConfig } from "hardhat/types/config";
import { alphaError } from "../base/errors.ts";
import type { Hex } from "../base/hex.ts";
import { hexQuantity, isHexQuantity } from "../base/hex.ts";
import type { RequestProvider } from "../rpc/types.ts";

/** Long enough to stop interval mining before it mines a second block. */
const SILENT_INTERVAL_MS = 25;
const SILENT_MINING_TIMEOUT_MS = 10_000;

/**
 * Mines a block that is not logged. EDR buffers the log of blocks that are mined
 * on request even while logging is off, and prints it once logging is on again.
 * It does not do so for blocks that are mined at an interval.
 *
 * @throws HardhatPluginError if no block is mined in time.
 */
export async function mineSilently(provider: RequestProvider): Promise<void> {
  const request = (method: string, ...params: unknown[]) =>
    provider.request({ method, params });
  const before = await request("eth_blockNumber");
  await request("evm_setIntervalMining", SILENT_INTERVAL_MS);
  const deadline = Date.now() + SILENT_MINING_TIMEOUT_MS;
  while ((await request("eth_blockNumber")) === before) {
    if (Date.now() > deadline) {
      throw alphaError(
        `The simulated chain did not mine a block within ${SILENT_MINING_TIMEOUT_MS / 1_000} s.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await request("evm_setIntervalMining", 0);
}

/**
 * Turns off the logging and the mining of a chain.
 *
 * @returns a function that turns on again what the chain's config enables.
 */
export async function pauseChain(
  provider: RequestProvider,
  { loggingEnabled, mining }: EdrNetworkConfig,
): Promise<() => Promise<void>> {
  const set = async (method: string, value: unknown) => {
    await provider.request({ method, params: [value] });
  };
  // First, so that no later request is logged.
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
 * Raises the block gas limit of a chain whose config sets a lower one.
 *
 * @returns a function that restores the limit of the config.
 */
export async function raiseGasLimit(
  provider: RequestProvider,
  { blockGasLimit }: EdrNetworkConfig,
  needed: bigint,
): Promise<() => Promise<void>> {
  // A chain without a limit needs no change, which could not be undone.
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

/** The fields of a block that are needed to populate a sandbox. */
export interface Block {
  /** In seconds. */
  readonly timestamp: bigint;
  /** In wei; `undefined` before London. */
  readonly baseFee: bigint | undefined;
  readonly coinbase: Hex;
}

/**
 * Decodes a block that a simulated chain returned.
 *
 * @throws HardhatPluginError if it is invalid.
 */
export function readBlock(value: unknown): Block {
  if (
    typeof value !== "object" ||
    value === null ||
    !("timestamp" in value && isHexQuantity(value.timestamp)) ||
    !("miner" in value && isHexQuantity(value.miner))
  ) {
    throw alphaError("The simulated chain returned an invalid block.");
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
