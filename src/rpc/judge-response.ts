import type { AttemptOutcome } from "./attempt-outcome.ts";
import type { Scrubber } from "./create-scrubber.ts";
import type { DecodedBody } from "./decode-body.ts";
import { describeHttpError } from "./describe-http-error.ts";
import { endpointOrigin } from "./endpoint-origin.ts";
import { parseRpcAnswer } from "./parse-rpc-answer.ts";
import { retryAfter } from "./retry-after.ts";

/** A complete HTTP answer and the request it came for. */
export interface JudgeResponseParameters {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The decoded body, or what is wrong with it. */
  readonly text: DecodedBody;
  /** The id of the request. */
  readonly id: number;
  /** Where the request went. */
  readonly url: string;
  readonly scrubber: Scrubber;
  /** The present time, in ms since 1970. */
  readonly now: number;
}

/** With these a JSON-RPC error in the body is the node's own word. */
const NODE_ERROR_STATUSES = new Set([400, 404, 422, 500]);
/** Client errors that pass: request timeout, too early, too many requests. */
const PASSING_STATUSES = new Set([408, 425, 429]);

/**
 * What an HTTP answer says. Only a 200 with a strict JSON-RPC answer is a
 * success; no redirect is followed, since a URL may be a secret and another
 * host is another endpoint.
 */
export function judgeResponse(
  parameters: JudgeResponseParameters,
): AttemptOutcome {
  const { status, headers, text, id, url, scrubber, now } = parameters;
  if (status === 200) {
    return text.ok
      ? parseRpcAnswer({ text: text.value, id, scrubber })
      : {
          reply: {
            ok: false,
            kind: "malformed",
            reason: `the endpoint sent ${text.reason}`,
          },
          retry: !text.isTooLarge,
        };
  }
  if (status >= 300 && status < 400) {
    const reason = `HTTP ${status}: ${describeRedirect(headers["location"], url, scrubber)}`;
    return { reply: { ok: false, kind: "http-error", reason }, retry: false };
  }
  if (status < 300) {
    return {
      reply: {
        ok: false,
        kind: "malformed",
        reason: `the endpoint sent HTTP ${status}, which is no answer`,
      },
      retry: true,
    };
  }
  const body = text.ok ? text.value : "";
  const answer = parseRpcAnswer({ text: body, id, scrubber });
  if (NODE_ERROR_STATUSES.has(status) && isAnswered(answer)) {
    return answer;
  }
  return {
    reply: {
      ok: false,
      kind: status === 429 ? "rate-limited" : "http-error",
      reason: describeHttpError({ status, body, answer, scrubber }),
    },
    retry: status >= 500 || PASSING_STATUSES.has(status),
    retryAfterMs:
      retryAfter(headers["retry-after"], now) ?? answer.retryAfterMs,
  };
}

function isAnswered({ reply }: AttemptOutcome): boolean {
  return (
    !reply.ok && (reply.kind === "rpc-error" || reply.kind === "rate-limited")
  );
}

function describeRedirect(
  location: string | string[] | undefined,
  url: string,
  scrubber: Scrubber,
): string {
  const [target] = [location].flat();
  const resolved = target === undefined ? null : URL.parse(target, url);
  if (resolved === null) {
    return "a redirect that leads nowhere";
  }
  if (resolved.origin === URL.parse(url)?.origin) {
    return "a redirect to another path of the same host: check the URL's path";
  }
  const origin = scrubber.text(endpointOrigin(resolved.href));
  return `a redirect to ${origin}, which is not followed: set the URL to where the endpoint really is`;
}
