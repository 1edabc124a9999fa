import { setTimeout as sleep } from "node:timers/promises";
import type { AttemptOutcome, Failure, Reply } from "./types.ts";

/** How often and how long to retry. */
export interface WithRetriesParameters {
  /** One attempt; `undefined` if the signal ended it. */
  readonly attempt: () => Promise<AttemptOutcome | undefined>;
  /** The maximum number of retries. */
  readonly retries: number;
  /** The first wait, in ms. */
  readonly baseMs: number;
  /**
   * The maximum wait at this moment, in ms.
   *
   * @param isRequested whether the endpoint asks for the wait
   */
  readonly maxWait: (isRequested: boolean) => number;
  /** The time for all requests, in ms. */
  readonly limitMs: number;
  readonly signal: AbortSignal;
}

/** The reply, or the last failure before an interruption. */
export type WithRetriesResult =
  | { readonly isInterrupted: false; readonly reply: Reply }
  | { readonly isInterrupted: true; readonly last: Failure | undefined };

/**
 * Retries until an attempt succeeds or fails permanently, no retry is left, or the
 * next wait would exceed the time limit.
 */
export async function withRetries(
  parameters: WithRetriesParameters,
): Promise<WithRetriesResult> {
  const { attempt, retries, baseMs, maxWait, limitMs, signal } = parameters;
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
    const isRequested = retryAfterMs !== undefined && retryAfterMs > 0;
    if (delay >= maxWait(isRequested)) {
      const wait = isRequested
        ? `not retried: the endpoint asks to wait ${formatWait(retryAfterMs)}, which exceeds the time limit`
        : `gave up after ${formatWait(limitMs)}`;
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

/** The inputs of {@link retryDelay}. */
export interface RetryDelayParameters {
  /** How many attempts have failed so far, from 1. */
  readonly failures: number;
  readonly baseMs: number;
  readonly retryAfterMs?: number | undefined;
  /** From 0 to 1. */
  readonly random: number;
}

/**
 * The wait before the next attempt, in milliseconds: it doubles with every failure,
 * with a jitter of half of it, so that many clients do not retry at once. A wait that
 * the endpoint asks for is never shortened.
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

/** A wait in a readable unit, rounded up. */
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
