import type { Scrubber } from "../base/scrubber.ts";
import {
  createDispatcher,
  type HttpTarget,
  type OwnedDispatcher,
} from "./dispatcher.ts";
import { type HttpExchange, httpAttempt } from "./http-attempt.ts";
import type { AttemptOutcome } from "./types.ts";

const MAX_SOCKETS = 8;
/** The maximum delay of `setTimeout`. */
export const MAX_TIMER_MS: number = 2 ** 31 - 1;

/** What attempts have done so far. */
export interface HttpAttemptStats {
  /** Retries included. */
  attempts: number;
  /** Opened directly, not through a proxy. */
  connections: number;
  /** Of request bodies. */
  bytesSent: number;
  /** Of response bodies, before decompression. */
  bytesReceived: number;
}

export interface CreateHttpAttemptsParameters {
  /** `undefined` if the URL is invalid. */
  readonly target: HttpTarget | undefined;
  /** The URL of the proxy; `undefined` where there is none. */
  readonly proxy: string | undefined;
  readonly scrubber: Scrubber;
  /** For one attempt: connection, headers and body together. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Counted up by each attempt. */
  readonly stats: HttpAttemptStats;
  /** Whether the time limit is reached, so that no attempt may begin. */
  readonly isOver: () => boolean;
}

/** Attempts at one URL, at most eight at a time. */
export interface HttpAttempts {
  /** `undefined` if it was ended by the signal or the time limit. */
  make(
    next: () => HttpExchange,
    signal: AbortSignal,
  ): Promise<AttemptOutcome | undefined>;
  close(): Promise<void>;
}

/** Attempts that share a pool of sockets, opened on first use. */
export function createHttpAttempts({
  target,
  proxy,
  scrubber,
  timeoutMs,
  maxBytes,
  stats,
  isOver,
}: CreateHttpAttemptsParameters): HttpAttempts {
  const limiter = createLimiter(MAX_SOCKETS);
  let pool: OwnedDispatcher | undefined;
  const open = (): OwnedDispatcher | undefined =>
    createDispatcher({
      maxSockets: MAX_SOCKETS,
      connectTimeoutMs: timeoutMs,
      proxy,
      onConnection: () => {
        stats.connections++;
      },
    });
  return {
    async make(next, signal) {
      if (target === undefined) {
        return unreachable("the URL is not an http or https URL");
      }
      const release = await limiter.acquire(signal);
      if (release === undefined) {
        return undefined;
      }
      try {
        if (isOver()) {
          return undefined;
        }
        pool ??= open();
        if (pool === undefined) {
          return unreachable(
            "HTTP_PROXY or HTTPS_PROXY is not an http or https URL",
          );
        }
        const exchange = next();
        stats.attempts++;
        stats.bytesSent += Buffer.byteLength(exchange.body ?? "");
        const outcome = await httpAttempt({
          dispatcher: pool.dispatcher,
          target,
          exchange,
          timeoutMs: Math.min(timeoutMs, MAX_TIMER_MS),
          maxBytes,
          scrubber,
          signal,
          onBytes: (count) => {
            stats.bytesReceived += count;
          },
        });
        return signal.aborted && !outcome.reply.ok ? undefined : outcome;
      } finally {
        release();
      }
    },
    close: async () => {
      await pool?.destroy();
    },
  };
}

function unreachable(reason: string): AttemptOutcome {
  return { reply: { ok: false, kind: "unreachable", reason }, retry: false };
}

/** Limits how many tasks run at the same time; the others wait. */
export interface Limiter {
  /**
   * Waits for a free slot, and returns the function that releases it, or `undefined`
   * if the signal was aborted first.
   */
  acquire(signal: AbortSignal): Promise<(() => void) | undefined>;
}

/** A {@link Limiter} with this many slots. */
export function createLimiter(slots: number): Limiter {
  let free = slots;
  const waiting = new Set<() => void>();

  const release = (): void => {
    const [next] = waiting;
    if (next === undefined) {
      free++;
      return;
    }
    waiting.delete(next);
    next();
  };

  const takeSlot = (): (() => void) => {
    let isHeld = true;
    return () => {
      if (isHeld) {
        isHeld = false;
        release();
      }
    };
  };

  return {
    async acquire(signal) {
      if (signal.aborted) {
        return undefined;
      }
      if (free > 0) {
        free--;
        return takeSlot();
      }
      return await new Promise((resolve) => {
        const onAbort = (): void => {
          waiting.delete(onTurn);
          resolve(undefined);
        };
        const onTurn = (): void => {
          signal.removeEventListener("abort", onAbort);
          resolve(takeSlot());
        };
        waiting.add(onTurn);
        signal.addEventListener("abort", onAbort, { once: true });
      });
    },
  };
}
