import { alphaError } from "../errors.ts";
import type { Hex } from "../rpc/types.ts";
import type { ChainDriver } from "./chain-driver.ts";

/** A node may file its receipts a moment after the block. */
const RECEIPT_POLLS = 200;
const RECEIPT_POLL_MS = 10;

/** A transaction of the placing. */
export interface SentStep {
  readonly hash: Hex;
  /** Names the step in an error. */
  readonly what: string;
}

/**
 * Checks that every transaction was mined and succeeded.
 *
 * @throws HardhatPluginError that names the first one which did not.
 */
export async function requireSuccess(
  driver: ChainDriver,
  steps: readonly SentStep[],
): Promise<void> {
  for (const { hash, what } of steps) {
    const succeeded = await outcome(driver, hash);
    if (succeeded !== true) {
      throw alphaError(
        `The contract set cannot be placed: ${what} ${succeeded === false ? "failed on the chain" : "has no receipt with a status"} (transaction ${hash}).`,
      );
    }
  }
}

async function outcome(
  driver: ChainDriver,
  hash: Hex,
): Promise<boolean | undefined> {
  for (let poll = 0; poll < RECEIPT_POLLS; poll++) {
    const succeeded = await driver.succeeded(hash);
    if (succeeded !== undefined) {
      return succeeded;
    }
    await new Promise((resolve) => setTimeout(resolve, RECEIPT_POLL_MS));
  }
  return undefined;
}
