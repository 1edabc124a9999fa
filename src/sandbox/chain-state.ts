import type { EdrNetworkConfig } from "hardhat/types/config";
import { alphaError } from "../base/errors.ts";
import { type Hex, isHexQuantity } from "../base/hex.ts";
import { recordOf } from "../base/records.ts";
import type { RequestProvider } from "../rpc/types.ts";
import { type ChainDriver, chainDriver, invalidResult } from "./driver.ts";

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
  const { request } = chainDriver(provider);
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
 * @returns a function that restores what the chain's config says.
 */
export async function pauseChain(
  { request }: ChainDriver,
  { loggingEnabled, mining }: EdrNetworkConfig,
): Promise<() => Promise<void>> {
  const settings: (readonly [method: string, own: unknown, paused: unknown])[] =
    [];
  // First, so that no other request is logged.
  if (loggingEnabled) {
    settings.push(["hardhat_setLoggingEnabled", true, false]);
  }
  if (mining.interval !== 0) {
    settings.push(["evm_setIntervalMining", mining.interval, 0]);
  }
  if (mining.auto) {
    settings.push(["evm_setAutomine", true, false]);
  }
  for (const [method, , paused] of settings) {
    await request(method, paused);
  }
  return async () => {
    for (const [method, own] of settings.toReversed()) {
      await request(method, own);
    }
  };
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
 * Reads a block of a simulated chain.
 *
 * @throws HardhatPluginError if it is invalid.
 */
export async function readBlock(
  { request }: ChainDriver,
  tag: "latest" | "pending",
): Promise<Block> {
  const method = "eth_getBlockByNumber";
  const {
    timestamp,
    miner: coinbase,
    baseFeePerGas,
  } = recordOf(await request(method, tag, false));
  if (!isHexQuantity(timestamp) || !isHexQuantity(coinbase)) {
    throw invalidResult(method);
  }
  const baseFee = isHexQuantity(baseFeePerGas)
    ? BigInt(baseFeePerGas)
    : undefined;
  return { timestamp: BigInt(timestamp), baseFee, coinbase };
}
