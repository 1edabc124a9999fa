import type { Scrubber } from "../base/scrubber.ts";
import { endpointOrigin } from "../base/secrets.ts";
import { HIDDEN_TEXT, quoteUntrusted } from "../base/untrusted-text.ts";
import { describeBody, isHtml, messageIn } from "./body-text.ts";
import { failed, malformed } from "./outcomes.ts";
import type { AnswerReader, AttemptOutcome, HttpPeer } from "./types.ts";
import { causeOfStatus, remedyFor } from "./waiting.ts";

/** A complete HTTP response, and the request that it answers. */
export interface JudgeResponseParameters {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The text of the body, or the outcome if it could not be read. */
  readonly text: string | AttemptOutcome;
  readonly reader: AnswerReader;
  /** Where the request went. */
  readonly url: string;
  readonly scrubber: Scrubber;
  /** The current time, in ms since 1970. */
  readonly now: number;
}

const TOO_EARLY = 425;
const FORBIDDEN = 403;

/**
 * The outcome of an HTTP response. Only a 200 that the reader can parse is a success.
 * Redirects are not followed, since the URL may be a secret and another host is
 * another endpoint.
 */
export function judgeResponse(
  parameters: JudgeResponseParameters,
): AttemptOutcome {
  const { status, headers, text, reader, url, scrubber, now } = parameters;
  if (status === 200 && typeof text !== "string") {
    return text;
  }
  const body = typeof text === "string" ? text : "";
  if (status === 200) {
    return reader.parse(body, scrubber, status);
  }
  if (status >= 300 && status < 400) {
    const redirect = describeRedirect(headers["location"], url, scrubber);
    return failed("http-error", `HTTP ${status}: ${redirect}`, false);
  }
  if (status < 300) {
    return malformed(`HTTP ${status}, which is not a valid response`);
  }
  const answer = reader.parse(body, scrubber, status);
  if (reader.isPeerError(status, answer)) {
    return answer;
  }
  const remedy = remedyFor(messageIn(body) ?? body);
  const wait = retryAfter(headers["retry-after"], now);
  // What a JSON-RPC error in the body says counts, too.
  const isPage = status === FORBIDDEN && isHtml(body);
  const cause =
    answer.cause ??
    (isPage ? "challenge" : causeOfStatus(status, wait !== undefined));
  const mayPass = status >= 500 || status === TOO_EARLY || cause !== undefined;
  return {
    ...failed(
      status === 429 ? "rate-limited" : "http-error",
      describeError(parameters, answer, body, remedy),
      mayPass && remedy === undefined,
    ),
    cause,
    retryAfterMs: wait ?? answer.retryAfterMs,
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
  503: "the endpoint is not available: check the URL, or ask its operator",
  504: ({ name }) => `the gateway timed out waiting for the ${name}`,
};

/**
 * What a node says with an HTTP error, or else what it sent.
 *
 * @param remedy what to do about it, if a wait is hopeless
 */
function describeError(
  { status, reader, scrubber }: JudgeResponseParameters,
  { reply }: AttemptOutcome,
  body: string,
  remedy: string | undefined,
): string {
  const hint = remedy && `HTTP ${status}; ${remedy}`;
  const shown = hint ?? describeStatus(status, reader.peer);
  if (reply.ok || !/^(rate-limited|rpc-error)$/.test(reply.kind)) {
    const message = messageIn(body);
    if (message !== undefined) {
      return `${shown}; the endpoint says ${quoteUntrusted(message, { scrubber })}`;
    }
    const what = describeBody(body);
    return what === undefined ? shown : `${shown}; the response is ${what}`;
  }
  if (reply.kind === "rpc-error") {
    return `${shown}; ${reply.reason}`;
  }
  return `HTTP ${status}; ${reply.reason}`;
}

/** The status of an HTTP error, and what to do. */
export function describeStatus(status: number, peer: HttpPeer): string {
  const known = HINTS[status] ?? (status >= 500 ? HINTS[500] : undefined);
  const hint = typeof known === "function" ? known(peer) : known;
  return `HTTP ${status}${hint === undefined ? "" : `; ${hint}`}`;
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
  const waits = [header ?? []]
    .flat()
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
