import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../base/random.ts";
import type { AttemptOutcome, Failure, Reply } from "./types.ts";
import { policyOf, type RetryLimits, retriesFor } from "./waiting.ts";

/** How often and how long a request is retried. */
export interface RetryPolicy extends RetryLimits {
  /** The first wait, in ms. */
  readonly baseMs: number;
  /** The time for the request with all retries, in ms. */
  readonly budgetMs: number;
  /** The way to give it more time, as the end of a sentence. */
  readonly advice?: string;
  /** When that time ends, by the clock of `performance`. */
  readonly endsAt: number;
}

/** A request that is attempted until it succeeds. */
export interface WithRetriesParameters {
  /**
   * One attempt, from 1; `undefined` if the signal ended it.
   *
   * @param before what came of the attempt before
   */
  readonly attempt: (
    nth: number,
    before: AttemptOutcome | undefined,
  ) => Promise<AttemptOutcome | undefined>;
  readonly policy: RetryPolicy;
  /** Ends all attempts and waits. */
  readonly signal: AbortSignal;
  /** The reason why the signal ended them. */
  readonly whyEnded: () => Failure;
}

/**
 * Retries until an attempt succeeds or fails permanently, no retry is left, or the
 * next wait would exceed the time budget. Every retry of a request is made here, for
 * any protocol; what is worth one is decided where an {@link AttemptOutcome} is made,
 * and for how long by its {@link Cause}.
 */
export async function withRetries({
  attempt,
  policy,
  signal,
  whyEnded,
}: WithRetriesParameters): Promise<Reply> {
  const { endpoint, baseMs, budgetMs, endsAt, advice = "" } = policy;
  const { retriesIfBroken } = policy;
  let last = "";
  let before: AttemptOutcome | undefined;
  for (let nth = 1; ; nth++) {
    const outcome = signal.aborted ? undefined : await attempt(nth, before);
    if (outcome === undefined || (signal.aborted && !outcome.reply.ok)) {
      const end = whyEnded();
      return { ...end, reason: `${end.reason}${last}` };
    }
    const { reply, retry, cause, retryAfterMs = 0 } = outcome;
    const isOver = () => !retry || nth > retriesFor(cause, policy);
    const dependsOnOthers =
      cause === "refusal" ||
      (cause === "connection" && nth === 1 && retriesIfBroken !== undefined);
    if (dependsOnOthers && endpoint?.hasAnswered === false) {
      // What is asked beside it may show that the endpoint answers others.
      await sleep(baseMs, undefined, { signal }).catch(() => undefined);
    }
    if (isOver()) {
      return reply;
    }
    before = outcome;
    const isElsewhere =
      endpoint?.hasAnswered === true && policyOf(cause).isElsewhere === true;
    const failures = isElsewhere ? nth - ELSEWHERE_FIRST : nth;
    const delay = retryDelay(failures, baseMs, retryAfterMs);
    if (performance.now() + delay >= endsAt) {
      const why =
        retryAfterMs > 0
          ? `not retried: the endpoint asks to wait ${formatWait(retryAfterMs)}, which exceeds the time limit`
          : `gave up after ${formatWait(budgetMs)}${advice}`;
      return reply.ok ? reply : { ...reply, reason: `${reply.reason}; ${why}` };
    }
    last = reply.ok ? "" : `; last failure: ${reply.reason}`;
    await sleep(delay, undefined, { signal }).catch(() => undefined);
  }
}

/** Another backend is asked sooner: so many waits are shorter than the first one. */
const ELSEWHERE_FIRST = 3;
/** The wait stops growing at this multiple of the first one. */
const MAX_GROWTH = 5;

/**
 * The wait before the next attempt, in milliseconds: it doubles with every failure, up to
 * a limit, with a jitter of half of it, so that many clients do not retry at once. A wait
 * that the endpoint asks for is never shortened.
 *
 * @param failures how many attempts have failed so far, from 1
 */
export function retryDelay(
  failures: number,
  baseMs: number,
  retryAfterMs: number,
  random: Random = Math.random,
): number {
  if (retryAfterMs > 0) {
    return retryAfterMs + baseMs * random();
  }
  return baseMs * Math.min(MAX_GROWTH, 2 ** (failures - 1)) * (0.5 + random());
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A wait in a readable unit, rounded up. */
export function formatWait(ms: number): string {
  if (ms > 2 * HOUR) {
    return `${Math.ceil(ms / HOUR)} h`;
  }
  if (ms > 2 * MINUTE) {
    return `${Math.ceil(ms / MINUTE)} min`;
  }
  return ms < 1000
    ? `${Math.max(0, Math.ceil(ms))} ms`
    : `${Math.ceil(ms / 1000)} s`;
}
