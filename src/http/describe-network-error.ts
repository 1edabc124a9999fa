import { failed, failedFor } from "./outcomes.ts";
import type { AttemptOutcome, Failure, HttpPeer } from "./types.ts";

/**
 * The reason why a connection fails, with `%s` in place of the peer's name and
 * `%c` of the code.
 */
type ConnectionError = readonly [
  reason: string,
  /** The codes of Node's and undici's errors, or their names where they have none. */
  codes: RegExp,
  /** Default: unreachable. */
  kind?: Failure["kind"],
];

/** In place of the code of an error whose data begins with a frame of HTTP/2. */
const HTTP2_FRAME = "HTTP2_FRAME";
/** The same of one whose data begins with an alert of TLS, and of a proxy's 407. */
const TLS_ALERT = "TLS_ALERT";
const PROXY_407 = "PROXY_407";

/** A retry is useless. */
const FINAL_ERRORS: readonly ConnectionError[] = [
  [
    "the proxy requires credentials: set them in HTTP_PROXY or HTTPS_PROXY",
    /^PROXY_407$/,
  ],
  [
    "the endpoint accepts HTTP/2 only: use one that accepts HTTP/1.1, or a proxy that does",
    /^(ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL|HTTP2_FRAME)$/,
  ],
  ["this port serves https: use https in the URL", /^TLS_ALERT$/],
  [
    "this port does not serve https: use http in the URL, or another port",
    /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/,
  ],
  [
    "the endpoint refused the TLS handshake: it may ask for a client certificate, and none can be sent (%c)",
    /^ERR_SSL_.*(CERTIFICATE_REQUIRED|ALERT_HANDSHAKE_FAILURE)$/,
  ],
  [
    "the TLS handshake failed: does this port serve https?",
    /^(EPROTO|ERR_SSL_.*)$/,
  ],
  [
    "the TLS certificate has expired: renew it, or check the clock (%c)",
    /^CERT_HAS_EXPIRED$/,
  ],
  [
    "the TLS certificate is not valid yet: check the clock (%c)",
    /^CERT_NOT_YET_VALID$/,
  ],
  [
    "the TLS certificate is self-signed: if you trust it, set NODE_EXTRA_CA_CERTS to its file (%c)",
    /SELF_SIGNED/,
  ],
  [
    "the TLS certificate is of an unknown authority: if you trust that, set NODE_EXTRA_CA_CERTS to the file of its certificate (%c)",
    /^UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)/,
  ],
  [
    "the TLS certificate is not valid for this host (%c)",
    /^(CERT_|ERR_TLS_CERT|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH|ERROR_IN_CERT)/,
  ],
  [
    "the request could not be sent: check httpHeaders for invalid names or values",
    /^(UND_ERR_INVALID_ARG|UND_ERR_NOT_SUPPORTED|UND_ERR_REQ_CONTENT_LENGTH_MISMATCH|ERR_INVALID_CHAR|ERR_INVALID_HTTP_TOKEN)$/,
  ],
  ["the host name could not be resolved: check the URL", /^ENOTFOUND$/],
  [
    "the response headers are too large",
    /^UND_ERR_HEADERS_OVERFLOW$/,
    "malformed",
  ],
];
const PASSING_ERRORS: readonly ConnectionError[] = [
  [
    "the proxy could not connect to the endpoint: check HTTP_PROXY, HTTPS_PROXY and NO_PROXY",
    /^UND_ERR_PRX_(CONN|TLS)$/,
  ],
  ["connection refused: is the %s running?", /^ECONNREFUSED$/],
  [
    "the connection was closed before the response was complete",
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/,
  ],
  ["no route to the host", /^(EHOSTUNREACH|ENETUNREACH|ENETDOWN)$/],
  [
    "the connection timed out",
    /^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/,
    "timeout",
  ],
  ["the lookup of the host name failed temporarily", /^EAI_AGAIN$/],
  [
    "the endpoint sent something that is not HTTP",
    /^(HPE_.*|HTTPParserError)$/,
    "malformed",
  ],
  ["the connection failed (%c)", /^[A-Z][A-Z0-9_]{2,60}$/],
];
const OTHER: ConnectionError = ["the connection failed", /^/];

/**
 * Describes an error of the connection. The message and cause of the error are not
 * used, since they may contain the URL.
 */
export function describeNetworkError(
  error: unknown,
  { name }: HttpPeer,
): AttemptOutcome {
  const [code, found] = knownError(codes(error));
  const [template, , kind = "unreachable"] = found;
  const reason = template.replace("%s", name).replace("%c", code);
  if (FINAL_ERRORS.includes(found)) {
    return failed(kind, reason, false);
  }
  return failedFor("connection", kind, reason);
}

function knownError(
  found: Iterable<string>,
): readonly [code: string, ConnectionError] {
  for (const code of found) {
    const known = [...FINAL_ERRORS, ...PASSING_ERRORS].find(([, pattern]) =>
      pattern.test(code),
    );
    if (known !== undefined) {
      return [code, known];
    }
  }
  return ["", OTHER];
}

/** SETTINGS and GOAWAY, with which a server of HTTP/2 begins. */
const FIRST_FRAMES: ReadonlySet<number> = new Set([4, 7]);

/**
 * Tells whether bytes that are no HTTP/1.1 begin with a frame of HTTP/2: its
 * length, type, flags and stream, which is 0.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9113#section-4.1
 */
function isHttp2(data: unknown): boolean {
  return (
    typeof data === "string" &&
    data.startsWith("\0") &&
    FIRST_FRAMES.has(data.charCodeAt(3)) &&
    data.startsWith("\0\0\0\0", 5)
  );
}

/** The codes of an error and of its causes. */
function* codes(error: unknown, depth = 0): Generator<string> {
  if (error instanceof Error && depth < 4) {
    const code: unknown = Reflect.get(error, "code");
    const data: unknown = Reflect.get(error, "data");
    // undici's errors of a proxy differ from others in their message only.
    if (/^Proxy (Authentication Required|response \()/.test(error.message)) {
      yield error.message.includes("(407)") ? PROXY_407 : "UND_ERR_PRX_CONN";
    }
    if (isHttp2(data)) {
      yield HTTP2_FRAME;
    }
    if (typeof data === "string" && data.startsWith("\u0015\u0003")) {
      yield TLS_ALERT;
    }
    yield typeof code === "string" ? code : error.name;
    yield* codes(error.cause, depth + 1);
  }
}
