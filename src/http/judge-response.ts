import type { Scrubber } from "../base/scrubber.ts";
import { endpointOrigin } from "../base/secrets.ts";
import { HIDDEN_TEXT, quoteUntrusted } from "../base/untrusted-text.ts";
import type { DecodedBody } from "./body-text.ts";
import type { AnswerReader, AttemptOutcome, HttpPeer } from "./types.ts";

/** A complete HTTP response, and the request that it answers. */
export interface JudgeResponseParameters {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The decoded body, or why it could not be decoded. */
  readonly text: DecodedBody;
  readonly reader: AnswerReader;
  /** Where the request went. */
  readonly url: string;
  readonly scrubber: Scrubber;
  /** The current time, in ms since 1970. */
  readonly now: number;
}

/** Transient client errors: request timeout, too early, too many requests. */
const TRANSIENT_STATUSES = new Set([408, 425, 429]);

/**
 * The outcome of an HTTP response. Only a 200 that the reader can parse is a success.
 * Redirects are not followed, since the URL may be a secret and another host is
 * another endpoint.
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
        reason: `the endpoint sent HTTP ${status}, which is not a valid response`,
      },
      retry: true,
    };
  }
  const body = text.ok ? text.value : "";
  const answer = reader.parse(body, scrubber, status);
  if (reader.isPeerError(status, answer)) {
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
    retry: status >= 500 || TRANSIENT_STATUSES.has(status),
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
    return "a redirect without a valid target";
  }
  if (resolved.origin === URL.parse(url)?.origin) {
    return "a redirect to another path of the same host: check the URL's path";
  }
  const origin = endpointOrigin(resolved.href);
  const shown = scrubber.contains(origin)
    ? `another host ${HIDDEN_TEXT}`
    : origin;
  return `a redirect to ${shown}, which is not followed: set the URL of the actual endpoint`;
}

/** An HTTP error, and its body as parsed by the reader. */
export interface DescribeHttpErrorParameters {
  readonly status: number;
  readonly body: string;
  readonly answer: AttemptOutcome;
  readonly peer: HttpPeer;
  readonly scrubber: Scrubber;
}

const HINTS: Readonly<Record<number, string | ((peer: HttpPeer) => string)>> = {
  401: "the endpoint rejected the credentials: check the key",
  402: "the endpoint requires a payment: check the account",
  403: "the endpoint denied access: check the key and its permissions",
  404: ({ protocol }) => `no ${protocol} endpoint at this path: check the URL`,
  405: ({ protocol }) => `not a ${protocol} endpoint: check the URL`,
  407: "the proxy requires credentials: check HTTP_PROXY and HTTPS_PROXY",
  408: "the endpoint timed out",
  413: "the request is too large for the endpoint",
  429: "rate limit exceeded",
  500: "the endpoint failed",
  502: ({ name }) => `the gateway got no answer from the ${name}`,
  503: "the endpoint is not available",
  504: ({ name }) => `the gateway timed out waiting for the ${name}`,
};
const HTML = /^\s*<(!doctype html|html|head|body)\b/i;
const TITLE = /<title[^<>]{0,200}>([^<]{1,400})</i;

/** An HTTP error as text: the status, what to do, and an excerpt of the body. */
function describeHttpError(parameters: DescribeHttpErrorParameters): string {
  const { status, body, answer, peer, scrubber } = parameters;
  const excerpt = describeErrorBody(body, answer, scrubber);
  if (answer.reply.ok === false && answer.reply.kind === "rate-limited") {
    return `HTTP ${status}; ${answer.reply.reason}`;
  }
  return [describeStatus(status, peer), excerpt]
    .filter((part) => part !== undefined)
    .join("; ");
}

/** The status of an HTTP error, and what to do. */
export function describeStatus(status: number, peer: HttpPeer): string {
  const known = HINTS[status] ?? (status >= 500 ? HINTS[500] : undefined);
  const hint = typeof known === "function" ? known(peer) : known;
  return `HTTP ${status}${hint === undefined ? "" : `; ${hint}`}`;
}

function describeErrorBody(
  body: string,
  { reply }: AttemptOutcome,
  scrubber: Scrubber,
): string | undefined {
  if (body.trim() === "") {
    return undefined;
  }
  if (HTML.test(body)) {
    const title = TITLE.exec(body)?.[1];
    return title === undefined
      ? "the response is an HTML page"
      : `the response is an HTML page titled ${quoteUntrusted(title, { scrubber, maxLength: 80 })}`;
  }
  if (!reply.ok && reply.kind === "rpc-error") {
    return reply.reason;
  }
  return `the response is ${quoteUntrusted(body, { scrubber, maxLength: 120 })}`;
}

const SECONDS = /^\d{1,15}(\.\d{1,9})?$/;
/** RFC 9110 §5.6.7, all three forms; `Date.parse` accepts much more. */
const HTTP_DATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\w -]+ \d{2}:\d{2}:\d{2} (GMT|\d{4})$/;

/**
 * How long a `Retry-After` header asks to wait, in milliseconds: seconds or
 * an HTTP date. Of several values the longest counts; for a date in the past it is 0.
 *
 * @param now the current time, in ms since 1970.
 * @returns `undefined` without a valid value.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function retryAfter(
  header: string | readonly string[] | undefined,
  now: number,
): number | undefined {
  const values = typeof header === "string" ? [header] : (header ?? []);
  const waits = values
    .map((value) => parse(value.trim(), now))
    .filter((wait) => wait !== undefined);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

function parse(value: string, now: number): number | undefined {
  if (SECONDS.test(value)) {
    return Number(value) * 1000;
  }
  if (!HTTP_DATE.test(value)) {
    return undefined;
  }
  const time = Date.parse(value.endsWith("GMT") ? value : `${value} GMT`);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}
