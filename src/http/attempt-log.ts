import { createDebug } from "@nomicfoundation/hardhat-utils/debug";
import type { HttpExchange } from "./http-attempt.ts";
import type { AttemptOutcome } from "./types.ts";

/** Makes one attempt, given what the request sends; `undefined` if it was ended. */
export type MakeAttempt = (
  next: () => HttpExchange,
) => Promise<AttemptOutcome | undefined>;

/**
 * Logs the attempts of a request with DEBUG=hardhat:alpha:http, as Hardhat does: the
 * endpoint's origin, the method, the time and what came of it. Neither parameters nor
 * responses are logged, and reasons are scrubbed.
 *
 * @param endpoint the origin
 * @param make makes an attempt
 * @returns a function that makes the next attempt
 */
export function withLog(
  endpoint: string,
  next: () => HttpExchange,
  make: MakeAttempt,
): () => Promise<AttemptOutcome | undefined> {
  const log = createDebug("hardhat:alpha:http");
  if (!log.enabled) {
    return () => make(next);
  }
  let attempt = 0;
  return async () => {
    attempt++;
    let label = "request";
    let startedAt = performance.now();
    const outcome = await make(() => {
      const exchange = next();
      const { method, path = "/" } = exchange;
      label = exchange.label ?? `${method} ${path}`;
      startedAt = performance.now();
      return exchange;
    });
    const ms = Math.round(performance.now() - startedAt);
    log(
      "%s %s, attempt %d, %d ms: %s",
      endpoint,
      label,
      attempt,
      ms,
      resultOf(outcome),
    );
    return outcome;
  };
}

function resultOf(outcome: AttemptOutcome | undefined): string {
  if (outcome === undefined) {
    return "ended";
  }
  const { reply } = outcome;
  return reply.ok ? "ok" : reply.reason;
}
