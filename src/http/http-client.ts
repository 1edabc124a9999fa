import { createScrubber } from "../base/scrubber.ts";
import { collectSecrets, endpointOrigin } from "../base/secrets.ts";
import { withLog } from "./attempt-log.ts";
import { environmentProxy, httpTarget } from "./dispatcher.ts";
import type { HttpExchange } from "./http-attempt.ts";
import {
  createHttpAttempts,
  type HttpAttemptStats,
  MAX_TIMER_MS,
} from "./http-attempts.ts";
import { withRetries } from "./retries.ts";
import type { Failure, Reply } from "./types.ts";

/** The endpoint of a client, and its limits. */
export interface HttpClientOptions {
  /** http or https; user and password become basic auth. */
  readonly url: string;
  /** Sent with every request; our own `Content-Type` wins. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** For one attempt: connection, headers and body together. Default: 5000. */
  readonly attemptTimeoutMs?: number | undefined;
  /**
   * The limit for all requests, retries and waits included, in ms since 1970. Without
   * one, the client waits for a `Retry-After` of up to `attemptTimeoutMs` only.
   */
  readonly deadline?: number | undefined;
  /** Ends all requests. */
  readonly signal?: AbortSignal | undefined;
  /** The maximum size of a decompressed body. Default: 8 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** The maximum number of retries. Default: 2. */
  readonly retries?: number | undefined;
  /** The first wait before a retry, in ms; it doubles. Default: 200. */
  readonly retryBaseMs?: number | undefined;
  /** The proxy for a URL. Default: {@link environmentProxy}. */
  readonly proxyFor?: ((url: string) => string | undefined) | undefined;
}

/** What a client has done so far. */
export interface HttpClientStats extends HttpAttemptStats {
  requests: number;
}

/** A client for one URL. */
export interface HttpClient {
  /** The URL's origin. */
  readonly endpoint: string;
  readonly stats: Readonly<HttpClientStats>;
  /**
   * Makes one request; `next` returns what its next attempt sends.
   *
   * @param retries the maximum number of retries; default: the client's
   */
  request(next: () => HttpExchange, retries?: number): Promise<Reply>;
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
  const { url, headers = {}, deadline } = options;
  // undici refuses fractions of a millisecond.
  const attemptTimeoutMs = Math.ceil(options.attemptTimeoutMs ?? 5000);
  const { maxBodyBytes = 8 * 1024 * 1024, retries: usualRetries = 2 } = options;
  const { retryBaseMs = 200, proxyFor = environmentProxy } = options;

  const stats: HttpClientStats = {
    requests: 0,
    attempts: 0,
    connections: 0,
    bytesSent: 0,
    bytesReceived: 0,
  };
  const endpoint = endpointOrigin(url);
  const target = httpTarget(url, headers);
  const proxy = proxyFor(url);
  const scrubber = createScrubber(
    collectSecrets(
      { url, headers },
      ...(proxy === undefined ? [] : [{ url: proxy }]),
    ),
  );
  const running = new Set<AbortController>();
  const endsAt =
    deadline === undefined
      ? Number.POSITIVE_INFINITY
      : performance.now() + deadline - Date.now();
  const limitMs = endsAt - performance.now();
  let isClosed = options.signal?.aborted === true;

  const timeLeft = (): number => (isClosed ? 0 : endsAt - performance.now());

  const maxWait = (isRequested: boolean): number =>
    isRequested && endsAt === Number.POSITIVE_INFINITY
      ? attemptTimeoutMs
      : timeLeft();

  const endAll = (): void => {
    isClosed = true;
    for (const controller of running) {
      controller.abort();
    }
  };
  options.signal?.addEventListener("abort", endAll, { once: true });

  const attempts = createHttpAttempts({
    target,
    proxy,
    scrubber,
    timeoutMs: attemptTimeoutMs,
    maxBytes: maxBodyBytes,
    stats,
    isOver: () => timeLeft() <= 0,
  });

  return {
    endpoint,
    stats,
    async request(next, retries = usualRetries) {
      stats.requests++;
      const left = timeLeft();
      if (left <= 0) {
        return interrupted(isClosed, undefined);
      }
      const controller = new AbortController();
      const { signal } = controller;
      const timer = setTimeout(
        () => controller.abort(),
        Math.min(Math.ceil(left), MAX_TIMER_MS),
      );
      running.add(controller);
      try {
        const result = await withRetries({
          attempt: withLog(
            endpoint,
            next,
            async (logged) => await attempts.make(logged, signal),
          ),
          retries,
          baseMs: retryBaseMs,
          maxWait,
          limitMs,
          signal,
        });
        return result.isInterrupted
          ? interrupted(isClosed, result.last)
          : result.reply;
      } catch {
        // The error may contain the URL, so it is not used.
        return {
          ok: false,
          kind: "unreachable",
          reason: "the request could not be made",
        };
      } finally {
        clearTimeout(timer);
        running.delete(controller);
      }
    },
    async close() {
      options.signal?.removeEventListener("abort", endAll);
      endAll();
      await attempts.close();
    },
  };
}

function interrupted(isClosed: boolean, last: Failure | undefined): Reply {
  const before = last === undefined ? "" : `; last failure: ${last.reason}`;
  return isClosed
    ? {
        ok: false,
        kind: "unreachable",
        reason: `the connection was closed before a response was received${before}`,
      }
    : {
        ok: false,
        kind: "timeout",
        reason: `the network's time limit was reached${before}`,
      };
}
