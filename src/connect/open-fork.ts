import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { HardhatPluginError } from "hardhat/plugins";
import { alphaError } from "../base/errors.ts";
import { asSentence } from "../base/problems.ts";
import type { Scrubber } from "../base/scrubber.ts";
import { untrustedText } from "../base/untrusted-text.ts";

/**
 * The signal that ends all waiting for a fork. Hardhat has no other way to pass it on to
 * its hooks, which wait for the forked node, too.
 */
export const forkSignal = new AsyncLocalStorage<AbortSignal | undefined>();

/** How long to wait for a fork. */
export interface OpenForkOptions {
  readonly maxMs: number;
  /** Removes the secrets of the node's URL and headers from texts. */
  readonly scrubber?: Scrubber | undefined;
}

/**
 * Waits for the connection to a fork with a time limit, which Hardhat does not have for
 * the requests to the forked node. A connection that opens later is closed. Errors are
 * scrubbed.
 *
 * @throws HardhatPluginError if the fork does not open.
 */
export async function openFork<T extends { close(): Promise<void> }>(
  opening: Promise<T>,
  hardhatNetwork: string,
  { maxMs, scrubber }: OpenForkOptions,
): Promise<T> {
  const signal = forkSignal.getStore();
  const timer = new AbortController();
  const end = AbortSignal.any([timer.signal, ...(signal ? [signal] : [])]);
  const late = sleep(maxMs, undefined, { signal: end }).catch(() => undefined);
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
      `Could not open the fork "${hardhatNetwork}": ${asSentence(untrustedText(reason, { scrubber }))} Check the node that it forks.`,
    );
  } finally {
    timer.abort();
  }
  opening.then(
    async (opened) => await opened.close(),
    () => {},
  );
  throw alphaError(
    `Could not open the fork "${hardhatNetwork}" within ${maxMs / 1000} s. Check the node that it forks.`,
  );
}

let unfinished = 0;

/**
 * Counts the work of a fork as unfinished until it ends, even after its time limit:
 * the requests of the simulator to a node cannot be aborted.
 */
export async function countForkWork<T>(work: Promise<T>): Promise<T> {
  unfinished += 1;
  try {
    return await work;
  } finally {
    unfinished -= 1;
  }
}

/** Tells whether a fork may still be waiting for its node. */
export function isForkWaiting(): boolean {
  return unfinished > 0;
}
