import type { Scrubber } from "../secrets/create-scrubber.ts";
import { endpointOrigin } from "../secrets/endpoint-origin.ts";
import type { AnswerReader } from "./answer-reader.ts";
import type { AttemptOutcome } from "./attempt-outcome.ts";
import type { DecodedBody } from "./decode-body.ts";
import { describeHttpError } from "./describe-http-error.ts";
import { retryAfter } from "./retry-after.ts";

/** A complete HTTP answer and the request it came for. */
export interface JudgeResponseParameters {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The decoded body, or what is wrong with it. */
  readonly text: DecodedBody;
  readonly reader: AnswerReader;
  /** Where the request went. */
  readonly url: string;
  readonly scrubber: Scrubber;
  /** The present time, in ms since 1970. */
  readonly now: number;
}

/** Client errors that pass: request timeout, too early, too many requests. */
const PASSING_STATUSES = new Set([408, 425, 429]);

/**
 * What an HTTP answer says. Only a 200 with what the reader takes for an answer
 * is a success; no redirect is followed, since a URL may be a secret and another
 * host is another endpoint.
 */
export function judgeResponse(
  parameters: JudgeResponseParameters,
): AttemptOutcome {
  const { status, headers, text, reader, url, scrubber, now } = parameters;
  if (status === 200) {
    return text.ok
      ? reader.parse(text.value, scrubber, status)
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
  const answer = reader.parse(body, scrubber, status);
  if (reader.isOwnWord(status, answer)) {
    return answer;
  }
  return {
    reply: {
      ok: false,
      kind: status === 429 ? "rate-limited" : "http-error",
      reason: describeHttpError({
        status,
        body,
        answer,
        peer: reader.peer,
        scrubber,
      }),
    },
    retry: status >= 500 || PASSING_STATUSES.has(status),
    retryAfterMs:
      retryAfter(headers["retry-after"], now) ?? answer.retryAfterMs,
  };
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
