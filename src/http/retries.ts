import { setTimeout as sleep } from "node:timers/promises";
import type { AttemptOutcome, Failure, Reply } from "./types.ts";

/** How often and how long something may be tried. */
export interface WithRetriesParameters {
  /** One attempt; `undefined` when the signal ended it. */
  readonly attempt: () => Promise<AttemptOutcome | undefined>;
  /** How many attempts may follow the first. */
  readonly retries: number;
  /** The first wait, in ms. */
  readonly baseMs: number;
  /** The longest wait there is time for at this moment, in ms. */
  readonly longestWait: (isAskedFor: boolean) => number;
  readonly signal: AbortSignal;
}

/** The reply, or the failure before the interruption, if there was one. */
export type WithRetriesResult =
  | { readonly isInterrupted: false; readonly reply: Reply }
  | { readonly isInterrupted: true; readonly last: Failure | undefined };

/**
 * Attempts until one succeeds, none could do better, none is left, or the
 * wait before the next would outlast the time there is.
 */
export async function withRetries(
  parameters: WithRetriesParameters,
): Promise<WithRetriesResult> {
  const { attempt, retries, baseMs, longestWait, signal } = parameters;
  let last: Failure | undefined;
  for (let failures = 1; ; failures++) {
    const outcome = await attempt();
    if (outcome === undefined) {
      return { isInterrupted: true, last };
    }
    const { reply, retry, retryAfterMs } = outcome;
    if (reply.ok || !retry || failures > retries) {
      return { isInterrupted: false, reply };
    }
    const random = Math.random();
    const delay = retryDelay({ failures, baseMs, retryAfterMs, random });
    const isAskedFor = retryAfterMs !== undefined && retryAfterMs > 0;
    if (delay >= longestWait(isAskedFor)) {
      const wait = isAskedFor
        ? `it asks to wait ${formatWait(retryAfterMs)}, which is longer than there is time for`
        : "there is no time for another attempt";
      const reason = `${reply.reason}; ${wait}`;
      return { isInterrupted: false, reply: { ...reply, reason } };
    }
    last = reply;
    try {
      await sleep(delay, undefined, { signal });
    } catch {
      return { isInterrupted: true, last };
    }
  }
}

/** What the wait before the next attempt depends on. */
export interface RetryDelayParameters {
  /** How many attempts have failed so far, from 1. */
  readonly failures: number;
  readonly baseMs: number;
  readonly retryAfterMs?: number | undefined;
  /** From 0 to 1. */
  readonly random: number;
}

/**
 * The wait before the next attempt, in milliseconds: it doubles with every
 * failure and is spread by half of it to each side, so that many clients do
 * not come back at once. A wait the endpoint asks for is never shortened.
 */
export function retryDelay(parameters: RetryDelayParameters): number {
  const { failures, baseMs, retryAfterMs = 0, random } = parameters;
  const backoff = baseMs * 2 ** (failures - 1);
  return retryAfterMs > 0
    ? retryAfterMs + baseMs * random
    : backoff * (0.5 + random);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A wait in words, in the unit a person would choose; rounded up. */
export function formatWait(ms: number): string {
  if (ms > 2 * DAY) {
    return "more than two days";
  }
  if (ms > 2 * HOUR) {
    return `${Math.ceil(ms / HOUR)} h`;
  }
  return ms > 2 * MINUTE
    ? `${Math.ceil(ms / MINUTE)} min`
    : `${Math.ceil(ms / 1000)} s`;
}
