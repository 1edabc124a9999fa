import { NO_SECRETS, type Scrubber } from "../base/scrubber.ts";
import type { AttemptOutcome, Failure, Success } from "./types.ts";
import type { Cause } from "./waiting.ts";

/** A result as sent, with what hides the secrets of the texts that are shown of it. */
export function succeeded(
  result: unknown,
  scrubber: Scrubber = NO_SECRETS,
): Success {
  if (scrubber === NO_SECRETS) {
    return { ok: true, result };
  }
  return { ok: true, result, scrubber };
}

/** An attempt that failed, and whether it is worth a retry. */
export function failed(
  kind: Failure["kind"],
  reason: string,
  retry: boolean,
): AttemptOutcome {
  return { reply: { ok: false, kind, reason }, retry };
}

/** An attempt that failed for a cause that is worth waiting for. */
export function failedFor(
  cause: Cause,
  kind: Failure["kind"],
  reason: string,
): AttemptOutcome {
  return { ...failed(kind, reason, true), cause };
}

/** The endpoint sent something other than an answer. */
export function malformed(what: string, retry = true): AttemptOutcome {
  return failed("malformed", `the endpoint sent ${what}`, retry);
}

/** The failure of a request that was ended by closing its connection. */
export const CLOSED: Failure = {
  ok: false,
  kind: "unreachable",
  reason: "the connection was closed before a response was received",
};
