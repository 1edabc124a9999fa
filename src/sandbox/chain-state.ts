import type { EdrNetworkConfig } from "hardhat/types/config";
import { alphaError } from "../base/errors.ts";
import { isHexQuantity } from "../base/hex.ts";
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
  const all: readonly [method: string, own: unknown, paused: unknown][] = [
    // First, so that no other request is logged.
    ["hardhat_setLoggingEnabled", loggingEnabled, false],
    ["evm_setIntervalMining", mining.interval, 0],
    ["evm_setAutomine", mining.auto, false],
  ];
  const settings = all.filter(([, own, paused]) => own !== paused);
  for (const [method, , paused] of settings) {
    await request(method, paused);
  }
  return async () => {
    for (const [method, own] of settings.toReversed()) {
      await request(method, own);
    }
  };
}

/**
 * Reads what is needed of a block of a simulated chain to populate a sandbox.
 *
 * @throws HardhatPluginError if it is invalid.
 */
export async function readBlock(
  { request }: ChainDriver,
  tag: "latest" | "pending",
) {
  const method = "eth_getBlockByNumber";
  const {
    timestamp,
    miner: coinbase,
    baseFeePerGas,
  } = recordOf(await request(method, tag, false));
  if (!isHexQuantity(timestamp) || !isHexQuantity(coinbase)) {
    throw invalidResult(method);
  }
  return {
    /** In seconds. */
    timestamp: BigInt(timestamp),
    /** In wei; `undefined` before London. */
    baseFee: isHexQuantity(baseFeePerGas) ? BigInt(baseFeePerGas) : undefined,
    coinbase,
  };
}
