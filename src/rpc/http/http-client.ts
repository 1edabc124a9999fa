import { collectSecrets } from "../secrets/collect-secrets.ts";
import { createScrubber } from "../secrets/create-scrubber.ts";
import { endpointOrigin } from "../secrets/endpoint-origin.ts";
import type { RpcFailure, RpcReply } from "../types.ts";
import type { AttemptOutcome } from "./attempt-outcome.ts";
import { createDispatcher, type OwnedDispatcher } from "./create-dispatcher.ts";
import { createLimiter } from "./create-limiter.ts";
import { type HttpExchange, httpAttempt } from "./http-attempt.ts";
import { httpTarget } from "./http-target.ts";
import { type ProxyEnvironment, proxyOf } from "./proxy-of.ts";
import { withRetries } from "./with-retries.ts";

const MAX_SOCKETS = 8;
const MAX_TIMER_MS = 2 ** 31 - 1;

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
  /** Where proxies are looked up. Default: `process.env`. */
  readonly env?: ProxyEnvironment | undefined;
}

/** What a client has done so far. */
export interface HttpClientStats {
  requests: number;
  /** Retries included. */
  attempts: number;
  /** Opened directly, not through a proxy. */
  connections: number;
  /** Of request bodies. */
  bytesSent: number;
  /** Of answer bodies, as they came over the wire. */
  bytesReceived: number;
}

/** A way to ask one URL. */
export interface HttpClient {
  /** The URL's origin. */
  readonly endpoint: string;
  readonly stats: Readonly<HttpClientStats>;
  /** Makes one request; `next` says what the next attempt of it sends. */
  request(next: () => HttpExchange): Promise<RpcReply>;
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
  const { retryBaseMs = 200, env = process.env } = options;

  const stats: HttpClientStats = {
    requests: 0,
    attempts: 0,
    connections: 0,
    bytesSent: 0,
    bytesReceived: 0,
  };
  const target = httpTarget(url, headers);
  const proxy = proxyOf(env);
  const scrubber = createScrubber(
    [{ url, headers }, { url: proxy.httpProxy }, { url: proxy.httpsProxy }]
      .filter((source) => source.url !== "")
      .flatMap((source) => [...collectSecrets(source)]),
  );
  const limiter = createLimiter(MAX_SOCKETS);
  const running = new Set<AbortController>();
  const endsAt =
    typeof deadline === "number"
      ? performance.now() + deadline - Date.now()
      : Number.POSITIVE_INFINITY;
  const endSignal = deadline instanceof AbortSignal ? deadline : undefined;
  let pool: OwnedDispatcher | undefined;
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

  const attempt = async (
    next: () => HttpExchange,
    signal: AbortSignal,
  ): Promise<AttemptOutcome | undefined> => {
    if (target === undefined) {
      return refused("the URL is no http or https URL");
    }
    const release = await limiter.acquire(signal);
    if (release === undefined) {
      return undefined;
    }
    try {
      if (timeLeft() <= 0) {
        return undefined;
      }
      pool ??= createDispatcher({
        maxSockets: MAX_SOCKETS,
        connectTimeoutMs: attemptTimeoutMs,
        proxy,
        onConnection: () => {
          stats.connections++;
        },
      });
      if (pool === undefined) {
        return refused("HTTP_PROXY or HTTPS_PROXY holds no URL of a proxy");
      }
      const exchange = next();
      stats.attempts++;
      stats.bytesSent += Buffer.byteLength(exchange.body ?? "");
      const outcome = await httpAttempt({
        dispatcher: pool.dispatcher,
        target,
        exchange,
        timeoutMs: Math.min(attemptTimeoutMs, MAX_TIMER_MS),
        maxBytes: maxBodyBytes,
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
  };

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
          attempt: () => attempt(next, signal),
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
        return refused("the request could not be made").reply;
      } finally {
        clearTimeout(timer);
        running.delete(controller);
      }
    },
    async close() {
      isClosed = true;
      endSignal?.removeEventListener("abort", endAll);
      endAll();
      await pool?.destroy();
    },
  };
}

function refused(reason: string): AttemptOutcome {
  return { reply: { ok: false, kind: "unreachable", reason }, retry: false };
}

function interrupted(
  isClosed: boolean,
  last: RpcFailure | undefined,
): RpcReply {
  const before = last === undefined ? "" : `; before that: ${last.reason}`;
  return isClosed
    ? {
        ok: false,
        kind: "unreachable",
        reason: `the connection was closed by us before an answer came${before}`,
      }
    : {
        ok: false,
        kind: "timeout",
        reason: `the time for this network is used up${before}`,
      };
}
