import { setTimeout as sleep } from "node:timers/promises";
import { HardhatPluginError } from "hardhat/plugins";
import { alphaError } from "../base/errors.ts";
import type { Scrubber } from "../base/scrubber.ts";
import { untrustedText } from "../base/untrusted-text.ts";

interface Closable {
  close(): Promise<void>;
}

/**
 * The connection to a fork, whose node is asked while it opens: within a time,
 * in ms, since Hardhat sets it none. One that opens later is closed. What the
 * node says goes through the scrubber.
 *
 * @throws HardhatPluginError if the fork does not open.
 */
export async function openFork<T extends Closable>(
  opening: Promise<T>,
  hardhatNetwork: string,
  maxMs: number,
  scrubber?: Scrubber | undefined,
): Promise<T> {
  const timer = new AbortController();
  const late = sleep(maxMs, undefined, { signal: timer.signal }).then(
    () => undefined,
    () => undefined,
  );
  try {
    const connection = await Promise.race([countForkWork(opening), late]);
    if (connection !== undefined) {
      return connection;
    }
  } catch (error) {
    if (HardhatPluginError.isHardhatPluginError(error)) {
      throw error;
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw alphaError(
      `the fork "${hardhatNetwork}" could not be opened: ${untrustedText(reason, { scrubber })}`,
    );
  } finally {
    timer.abort();
  }
  opening.then(
    async (opened) => await opened.close(),
    () => {},
  );
  throw alphaError(
    `the fork "${hardhatNetwork}" did not open within ${maxMs / 1000} s: check the node that it forks`,
  );
}

let unfinished = 0;

/**
 * Counts work of a fork as unfinished until it ends, however long after its time
 * was up: the simulator's requests to a node cannot be ended.
 */
export async function countForkWork<T>(work: Promise<T>): Promise<T> {
  unfinished += 1;
  try {
    return await work;
  } finally {
    unfinished -= 1;
  }
}

/** Whether some fork may still wait for its node. */
export function isForkWaiting(): boolean {
  return unfinished > 0;
}
