import { createScrubber } from "../base/scrubber.ts";
import { collectSecrets, endpointOrigin } from "../base/secrets.ts";
import { environmentProxy, httpTarget } from "./dispatcher.ts";
import type { HttpExchange } from "./http-attempt.ts";
import {
  createHttpAttempts,
  type HttpAttemptStats,
  MAX_TIMER_MS,
} from "./http-attempts.ts";
import { withRetries } from "./retries.ts";
import type { Failure, Reply } from "./types.ts";

/** Where to ask, and what it may take. */
export interface HttpClientOptions {
  /** http or https; user and password become basic auth. */
  readonly url: string;
  /** Sent with every request; our own `Content-Type` wins. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** For one attempt: connection, headers and body together. Default: 5000. */
  readonly attemptTimeoutMs?: number | undefined;
  /**
   * When everything must be over, retries and waits included: a time in ms
   * since 1970, or a signal. With a signal nobody knows how much time is left,
   * so no `Retry-After` beyond `attemptTimeoutMs` is waited for.
   */
  readonly deadline?: number | AbortSignal | undefined;
  /** The largest body that is read, decompressed. Default: 8 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** How many attempts may follow the first. Default: 2. */
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

/** A way to ask one URL. */
export interface HttpClient {
  /** The URL's origin. */
  readonly endpoint: string;
  readonly stats: Readonly<HttpClientStats>;
  /** Makes one request; `next` says what the next attempt of it sends. */
  request(next: () => HttpExchange): Promise<Reply>;
  /** Ends every open request and frees the sockets. */
  close(): Promise<void>;
}

/**
 * A strict client for one HTTP endpoint, whatever it speaks. A request ends with
 * a valid answer or a reasoned failure, never with an exception, and at the
 * deadline at the latest; any number may run at the same time, eight of them on
 * the wire. Failures name neither URL nor key, and what they quote from the
 * endpoint is scrubbed, printable and short.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { url, headers = {}, attemptTimeoutMs = 5000, deadline } = options;
  const { maxBodyBytes = 8 * 1024 * 1024, retries = 2 } = options;
  const { retryBaseMs = 200, proxyFor = environmentProxy } = options;

  const stats: HttpClientStats = {
    requests: 0,
    attempts: 0,
    connections: 0,
    bytesSent: 0,
    bytesReceived: 0,
  };
  const target = httpTarget(url, headers);
  const proxy = proxyFor(url);
  const scrubber = createScrubber(
    [
      { url, headers },
      ...(proxy === undefined ? [] : [{ url: proxy }]),
    ].flatMap((source) => [...collectSecrets(source)]),
  );
  const running = new Set<AbortController>();
  const endsAt =
    typeof deadline === "number"
      ? performance.now() + deadline - Date.now()
      : Number.POSITIVE_INFINITY;
  const endSignal = deadline instanceof AbortSignal ? deadline : undefined;
  let isClosed = false;

  const timeLeft = (): number =>
    endSignal?.aborted === true ? 0 : endsAt - performance.now();

  const longestWait = (isAskedFor: boolean): number =>
    isAskedFor && endsAt === Number.POSITIVE_INFINITY
      ? attemptTimeoutMs
      : timeLeft();

  const endAll = (): void => {
    for (const controller of running) {
      controller.abort();
    }
  };
  endSignal?.addEventListener("abort", endAll, { once: true });

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
    endpoint: endpointOrigin(url),
    stats,
    async request(next) {
      stats.requests++;
      const left = timeLeft();
      if (isClosed || left <= 0) {
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
          attempt: () => attempts.make(next, signal),
          retries,
          baseMs: retryBaseMs,
          longestWait,
          signal,
        });
        return result.isInterrupted
          ? interrupted(isClosed, result.last)
          : result.reply;
      } catch {
        // Whatever was thrown may hold the URL: it ends here.
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
      isClosed = true;
      endSignal?.removeEventListener("abort", endAll);
      endAll();
      await attempts.close();
    },
  };
}

function interrupted(isClosed: boolean, last: Failure | undefined): Reply {
  const before = last === undefined ? "" : `; before that: ${last.reason}`;
  return isClosed
    ? {
        ok: false,
        kind: "unreachable",
        reason: `the connection was closed before an answer came${before}`,
      }
    : {
        ok: false,
        kind: "timeout",
        reason: `the network's time limit was reached${before}`,
      };
}
