import { createDebug } from "@nomicfoundation/hardhat-utils/debug";
import { endpointOrigin } from "../base/secrets.ts";
import {
  type Connections,
  MAX_SOCKETS,
  openConnections,
} from "./connections.ts";
import { endpointScrubber, environmentProxy, httpTarget } from "./endpoint.ts";
import { type HttpExchange, httpAttempt } from "./http-attempt.ts";
import { CLOSED, failed } from "./outcomes.ts";
import type { Pace } from "./pace.ts";
import { formatWait, type RetryPolicy, withRetries } from "./retries.ts";
import type { AttemptOutcome, Failure, Reply, RequestCount } from "./types.ts";
import { isLimit } from "./waiting.ts";

/** The endpoint of a client, and its limits. */
export interface HttpClientOptions {
  /** http or https; user and password become basic auth. */
  readonly url: string;
  /** Sent with every request; our own `Content-Type` wins. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** For one attempt: connection, headers and body together. Default: 5000. */
  readonly attemptTimeoutMs?: number | undefined;
  /**
   * The limit for all requests, retries and waits included, in ms since 1970. Default:
   * a minute from now.
   */
  readonly deadline?: number | undefined;
  /** The time of all clients of the network, in ms. Default: that until the deadline. */
  readonly totalMs?: number | undefined;
  /** True if the deadline ends a share of that time only. */
  readonly isShare?: boolean | undefined;
  /** Ends all requests. */
  readonly signal?: AbortSignal | undefined;
  /** The maximum size of a decompressed body. Default: 8 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** The maximum number of retries. Default: 2. */
  readonly retries?: number | undefined;
  /**
   * The state of the endpoint. With it, requests wait for what is worth it,
   * until the deadline, and are spaced after a rate limit.
   */
  readonly pace?: Pace | undefined;
  /** The first wait before a retry, in ms; it doubles. Default: 200. */
  readonly retryBaseMs?: number | undefined;
  /** The proxy for a URL. Default: {@link environmentProxy}. */
  readonly proxyFor?: ((url: string) => string | undefined) | undefined;
}

/** How often a request is made again, and what counts its attempts. */
interface RequestOptions
  extends Pick<RetryPolicy, "isOptional" | "retriesIfBroken"> {
  /** Default: those of the client. */
  readonly retries?: number | undefined;
  readonly count?: RequestCount | undefined;
}

/** A client for one URL. */
export interface HttpClient {
  /** The URL's origin. */
  readonly endpoint: string;
  /**
   * Makes one request; `next` returns what its next attempt sends.
   */
  request(next: () => HttpExchange, options?: RequestOptions): Promise<Reply>;
  /** Aborts all requests and closes the sockets. */
  close(): Promise<void>;
}

/**
 * A strict client for one HTTP endpoint, independent of its protocol. A request ends
 * with a valid response or a failure with a reason, never with an exception, and at
 * the deadline at the latest. Any number may be pending, of which eight are sent at a
 * time. Failures contain neither URL nor key, and text quoted from the endpoint is
 * scrubbed, printable and short.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { url, headers, deadline = Date.now() + MAX_TIMEOUT_MS } = options;
  const { maxBodyBytes: maxBytes = 8 * 1024 * 1024 } = options;
  const { retries: usualRetries = 2, retryBaseMs: baseMs = 200 } = options;
  const { proxyFor = environmentProxy, pace } = options;
  // undici refuses fractions of a millisecond.
  const timeoutMs = Math.ceil(options.attemptTimeoutMs ?? 5000);

  const endpoint = endpointOrigin(url);
  const target = httpTarget(url, headers);
  const proxy = proxyFor(url);
  const scrubber = endpointScrubber(url, headers, proxy);
  const log = createDebug("hardhat:alpha:http");
  const inTurn = createLimiter(MAX_SOCKETS);

  const ending = new AbortController();
  const { signal } = ending;
  const end = (why: Failure): void => ending.abort(why);
  const onAbort = (): void => end(CLOSED);
  options.signal?.addEventListener("abort", onAbort, { once: true });
  if (options.signal?.aborted === true) {
    onAbort();
  }
  const budgetMs = Math.max(0, deadline - Date.now());
  const endsAt = performance.now() + budgetMs;
  const totalMs = options.totalMs ?? budgetMs;
  const advice = adviceFor(totalMs);
  const limit = `the network's time limit of ${formatWait(totalMs)}`;
  const what = options.isShare
    ? `its share of ${limit} was used up`
    : `${limit} was reached`;
  const timedOut: Failure = {
    ok: false,
    kind: "timeout",
    reason: `${what}${advice}`,
  };
  const timer = setTimeout(() => end(timedOut), budgetMs).unref();
  const limits = { endpoint: pace, baseMs, budgetMs, endsAt, advice };
  if (budgetMs === 0) {
    end(timedOut);
  }

  const opened = new Set<Connections>();
  let pool: Connections | undefined;
  /** Connections that led to an answer after a failure are kept for what follows. */
  const settle = async (
    own: Connections,
    { reply, cause, retry }: AttemptOutcome,
    before: AttemptOutcome | undefined,
  ) => {
    const isAnswer = reply.ok || reply.kind === "rpc-error";
    if (!isAnswer || retry || cause !== undefined || signal.aborted) {
      opened.delete(own);
      await own.destroy();
      return;
    }
    const left = pool;
    pool = own;
    if (pace !== undefined && before?.cause === "connection") {
      pace.hasRecovered = true;
    }
    if (left !== undefined) {
      // What is on its way there still ends.
      await left.dispatcher.close().catch(() => undefined);
      opened.delete(left);
    }
  };

  const attempt = async (
    next: () => HttpExchange,
    nth: number,
    before: AttemptOutcome | undefined,
  ): Promise<AttemptOutcome | undefined> => {
    const sentAt = await pace?.turn(signal);
    if (signal.aborted) {
      return undefined;
    }
    if (target === undefined) {
      return unsendable("the URL is not an http or https URL");
    }
    if (proxy !== undefined && httpTarget(proxy) === undefined) {
      return unsendable("HTTP_PROXY or HTTPS_PROXY is not an http(s) URL");
    }
    const open = () => {
      const connections = openConnections(target.url, timeoutMs, proxy);
      opened.add(connections);
      return connections;
    };
    const isElsewhere = before !== undefined && !isLimit(before.cause, 1);
    const own = isElsewhere ? open() : undefined;
    pool ??= open();
    const exchange = next();
    const startedAt = performance.now();
    const outcome = await httpAttempt((own ?? pool).dispatcher, exchange, {
      target,
      timeoutMs,
      maxBytes,
      scrubber,
      signal,
    });
    pace?.note(outcome, sentAt ?? 0, nth);
    if (own !== undefined) {
      void settle(own, outcome, before);
    }
    const { method, path = "/", label = `${method} ${path}` } = exchange;
    const ms = Math.round(performance.now() - startedAt);
    const result = signal.aborted ? "ended" : resultOf(outcome);
    log("%s %s, attempt %d, %d ms: %s", endpoint, label, nth, ms, result);
    return outcome;
  };

  return {
    endpoint,
    async request(next, { retries = usualRetries, count, ...more } = {}) {
      const counted = async (nth: number, before?: AttemptOutcome) => {
        const end = count?.take(before !== undefined);
        if (end !== undefined) {
          return { reply: endedBy(end, before?.reply), retry: false };
        }
        return await attempt(next, nth, before);
      };
      try {
        return await withRetries({
          attempt: (nth, before) => inTurn(() => counted(nth, before)),
          policy: { ...limits, ...more, retries },
          signal,
          whyEnded: () => signal.reason,
        });
      } catch {
        // The error may contain the URL, so it is not used.
        return unsendable("the request could not be made").reply;
      }
    },
    async close() {
      options.signal?.removeEventListener("abort", onAbort);
      clearTimeout(timer);
      end(CLOSED);
      await Promise.all([...opened].map((one) => one.destroy()));
    },
  };
}

/** The longest time that a network's `timeout` gives it, in ms. */
export const MAX_TIMEOUT_MS = 60_000;
/** Between setting a deadline and opening a client. */
const TOLERANCE_MS = 1_000;

/** How to give requests more time, as the end of a sentence. */
function adviceFor(totalMs: number): string {
  if (totalMs < MAX_TIMEOUT_MS - TOLERANCE_MS) {
    return `: set its timeout to ${MAX_TIMEOUT_MS} if the node is slow, or limits requests`;
  }
  return "";
}

/** The failure of the attempt before, where no other one may be made. */
function endedBy(end: Failure, before: Reply | undefined): Reply {
  if (before === undefined || before.ok) {
    return before ?? end;
  }
  return { ...before, reason: `${before.reason}; ${end.reason}` };
}

function resultOf({ reply }: AttemptOutcome): string {
  return reply.ok ? "ok" : reply.reason;
}

function unsendable(reason: string): AttemptOutcome {
  return failed("unreachable", reason, false);
}

/** Runs tasks, of which a limited number run at the same time; the others wait. */
type Limiter = <T>(task: () => Promise<T>) => Promise<T>;

/** A {@link Limiter} for this many tasks. */
export function createLimiter(slots: number): Limiter {
  const waiting: (() => void)[] = [];
  let free = slots;
  return async (task) => {
    if (free > 0) {
      free--;
    } else {
      await new Promise<void>((resume) => waiting.push(resume));
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) {
        free++;
      } else {
        next();
      }
    }
  };
}
