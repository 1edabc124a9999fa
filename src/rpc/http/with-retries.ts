import { setTimeout as sleep } from "node:timers/promises";
import type { RpcFailure, RpcReply } from "../types.ts";
import type { AttemptOutcome } from "./attempt-outcome.ts";
import { formatWait } from "./format-wait.ts";
import { retryDelay } from "./retry-delay.ts";

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
  | { readonly isInterrupted: false; readonly reply: RpcReply }
  | { readonly isInterrupted: true; readonly last: RpcFailure | undefined };

/**
 * Attempts until one succeeds, none could do better, none is left, or the
 * wait before the next would outlast the time there is.
 */
export async function withRetries(
  parameters: WithRetriesParameters,
): Promise<WithRetriesResult> {
  const { attempt, retries, baseMs, longestWait, signal } = parameters;
  let last: RpcFailure | undefined;
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
