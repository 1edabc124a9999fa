import type { Scrubber } from "../secrets/create-scrubber.ts";
import { untrustedText } from "../secrets/untrusted-text.ts";
import type { HttpPeer } from "./answer-reader.ts";
import type { AttemptOutcome } from "./attempt-outcome.ts";

/** An HTTP answer that is an error, and its body as its reader takes it. */
export interface DescribeHttpErrorParameters {
  readonly status: number;
  readonly body: string;
  readonly answer: AttemptOutcome;
  readonly peer: HttpPeer;
  readonly scrubber: Scrubber;
}

const HINTS: Readonly<Record<number, string | ((peer: HttpPeer) => string)>> = {
  401: "the endpoint wants other credentials: check the key",
  402: "the endpoint wants to be paid",
  403: "the endpoint refuses access: check the key and what it is allowed to do",
  404: ({ protocol }) => `there is no ${protocol} at this path: check the URL`,
  405: ({ protocol }) => `this is no ${protocol} endpoint: check the URL`,
  407: "the proxy wants credentials: check HTTP_PROXY and HTTPS_PROXY",
  408: "the endpoint took too long",
  413: "the request is too large for the endpoint",
  429: "the endpoint limits requests",
  500: "the endpoint failed",
  502: ({ name }) => `the gateway got no answer from the ${name}`,
  503: "the endpoint is not available",
  504: ({ name }) => `the gateway waited too long for the ${name}`,
};
const HTML = /^\s*<(!doctype html|html|head|body)\b/i;
const TITLE = /<title[^<>]{0,200}>([^<]{1,400})</i;

/** An HTTP error in words: the status, what to do, and what the body says. */
export function describeHttpError(
  parameters: DescribeHttpErrorParameters,
): string {
  const { status, body, answer, peer, scrubber } = parameters;
  const known = HINTS[status] ?? (status >= 500 ? HINTS[500] : undefined);
  const hint = typeof known === "function" ? known(peer) : known;
  const said = describeErrorBody(body, answer, scrubber);
  if (answer.reply.ok === false && answer.reply.kind === "rate-limited") {
    return `HTTP ${status}; ${answer.reply.reason}`;
  }
  return [`HTTP ${status}`, hint, said]
    .filter((part) => part !== undefined)
    .join("; ");
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
      ? "with an HTML page"
      : `with an HTML page titled "${untrustedText(title, { scrubber, maxLength: 80 })}"`;
  }
  if (!reply.ok && reply.kind === "rpc-error") {
    return reply.reason;
  }
  return `it says "${untrustedText(body, { scrubber, maxLength: 120 })}"`;
}
