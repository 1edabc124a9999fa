import type { Scrubber } from "../base/scrubber.ts";
import {
  createDispatcher,
  type HttpTarget,
  type OwnedDispatcher,
} from "./dispatcher.ts";
import { type HttpExchange, httpAttempt } from "./http-attempt.ts";
import type { AttemptOutcome } from "./types.ts";

const MAX_SOCKETS = 8;
/** The longest wait that Node has. */
export const MAX_TIMER_MS: number = 2 ** 31 - 1;

/** What attempts have done so far. */
export interface HttpAttemptStats {
  /** Retries included. */
  attempts: number;
  /** Opened directly, not through a proxy. */
  connections: number;
  /** Of request bodies. */
  bytesSent: number;
  /** Of answer bodies, as they came over the wire. */
  bytesReceived: number;
}

export interface CreateHttpAttemptsParameters {
  /** `undefined` where the URL is none. */
  readonly target: HttpTarget | undefined;
  /** The URL of the proxy; `undefined` where there is none. */
  readonly proxy: string | undefined;
  readonly scrubber: Scrubber;
  /** For one attempt: connection, headers and body together. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Counted up by each attempt. */
  readonly stats: HttpAttemptStats;
  /** Whether the time for all is used up, so that none may begin. */
  readonly isOver: () => boolean;
}

/** Attempts at one URL, eight at a time on as many sockets. */
export interface HttpAttempts {
  /** `undefined` where the signal or the time ended it. */
  make(
    next: () => HttpExchange,
    signal: AbortSignal,
  ): Promise<AttemptOutcome | undefined>;
  close(): Promise<void>;
}

/** Attempts that share a pool of sockets, which the first of them opens. */
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
  return {
    async make(next, signal) {
      if (target === undefined) {
        return refused("the URL is no http or https URL");
      }
      const release = await limiter.acquire(signal);
      if (release === undefined) {
        return undefined;
      }
      try {
        if (isOver()) {
          return undefined;
        }
        pool ??= createDispatcher({
          maxSockets: MAX_SOCKETS,
          connectTimeoutMs: timeoutMs,
          proxy,
          onConnection: () => {
            stats.connections++;
          },
        });
        if (pool === undefined) {
          return refused(
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

function refused(reason: string): AttemptOutcome {
  return { reply: { ok: false, kind: "unreachable", reason }, retry: false };
}

/** Lets only so many tasks run at once; the others wait in line. */
export interface Limiter {
  /**
   * Waits for a place, and gives back what frees it again, or `undefined` if
   * the signal was aborted first.
   */
  acquire(signal: AbortSignal): Promise<(() => void) | undefined>;
}

/** A {@link Limiter} with this many places. */
export function createLimiter(places: number): Limiter {
  let free = places;
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

  const place = (): (() => void) => {
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
        return place();
      }
      return await new Promise((resolve) => {
        const onAbort = (): void => {
          waiting.delete(onTurn);
          resolve(undefined);
        };
        const onTurn = (): void => {
          signal.removeEventListener("abort", onAbort);
          resolve(place());
        };
        waiting.add(onTurn);
        signal.addEventListener("abort", onAbort, { once: true });
      });
    },
  };
}
