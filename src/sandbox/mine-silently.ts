import { alphaError } from "../errors.ts";
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
