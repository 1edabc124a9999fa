import { failed, failedFor } from "./outcomes.ts";
import type { AttemptOutcome, Failure, HttpPeer } from "./types.ts";

/** Why a connection fails. */
interface ConnectionError {
  /** The codes of Node's and undici's errors, or their names where they have none. */
  readonly codes: RegExp;
  /** With `%s` in place of the peer's name. */
  readonly reason: string;
  /** Default: unreachable. */
  readonly kind?: Failure["kind"] | undefined;
  /** Whether a retry is useless. */
  readonly isFinal?: boolean | undefined;
  /** Whether the reason ends with the code. */
  readonly showsCode?: boolean | undefined;
}

const PROXY: ConnectionError = {
  codes: /^UND_ERR_PRX_(CONN|TLS)$/,
  reason:
    "the proxy could not connect to the endpoint: check HTTP_PROXY, HTTPS_PROXY and NO_PROXY",
};
/** In place of the code of an error whose data begins with a frame of HTTP/2. */
const HTTP2_FRAME = "HTTP2_FRAME";
const ERRORS: readonly ConnectionError[] = [
  PROXY,
  {
    codes: /^ECONNREFUSED$/,
    reason: "connection refused: is the %s running?",
  },
  {
    codes:
      /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/,
    reason: "the connection was closed before the response was complete",
  },
  {
    codes: /^(EHOSTUNREACH|ENETUNREACH|ENETDOWN)$/,
    reason: "no route to the host",
  },
  {
    codes: /^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/,
    kind: "timeout",
    reason: "the connection timed out",
  },
  {
    codes: /^(ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL|HTTP2_FRAME)$/,
    reason:
      "the endpoint accepts HTTP/2 only: use one that accepts HTTP/1.1, or a proxy that does",
    isFinal: true,
  },
  {
    codes: /^(EPROTO|ERR_SSL_.*)$/,
    reason: "the TLS handshake failed: does this port serve https?",
    isFinal: true,
  },
  {
    codes:
      /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH|ERROR_IN_CERT)/,
    reason: "the TLS certificate is not valid for this host",
    isFinal: true,
    showsCode: true,
  },
  {
    codes:
      /^(UND_ERR_INVALID_ARG|UND_ERR_NOT_SUPPORTED|UND_ERR_REQ_CONTENT_LENGTH_MISMATCH|ERR_INVALID_CHAR|ERR_INVALID_HTTP_TOKEN)$/,
    reason:
      "the request could not be sent: check httpHeaders for invalid names or values",
    isFinal: true,
  },
  {
    codes: /^ENOTFOUND$/,
    reason: "the host name could not be resolved: check the URL",
    isFinal: true,
  },
  {
    codes: /^EAI_AGAIN$/,
    reason: "the lookup of the host name failed temporarily",
  },
  {
    codes: /^UND_ERR_HEADERS_OVERFLOW$/,
    kind: "malformed",
    reason: "the response headers are too large",
    isFinal: true,
  },
  {
    codes: /^(HPE_.*|HTTPParserError)$/,
    kind: "malformed",
    reason: "the endpoint sent something that is not HTTP",
  },
];
const OTHER: ConnectionError = {
  codes: /^[A-Z][A-Z0-9_]{2,60}$/,
  reason: "the connection failed",
  showsCode: true,
};

/**
 * Describes an error of the connection. The message and cause of the error are not
 * used, since they may contain the URL.
 */
export function describeNetworkError(
  error: unknown,
  { name }: HttpPeer,
): AttemptOutcome {
  const found = mentionsProxy(error) ? PROXY : knownError(codes(error));
  const { kind = "unreachable", isFinal = false } = found;
  const reason = found.reason.replace("%s", name);
  return isFinal
    ? failed(kind, reason, false)
    : failedFor("connection", kind, reason);
}

function knownError(found: Iterable<string>): ConnectionError {
  for (const code of found) {
    const known = [...ERRORS, OTHER].find((error) => error.codes.test(code));
    if (known !== undefined) {
      return known.showsCode === true
        ? { ...known, reason: `${known.reason} (${code})` }
        : known;
    }
  }
  return OTHER;
}

/** undici's errors of a proxy differ from others in their message only. */
function mentionsProxy(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^Proxy (Authentication Required|response \()/.test(error.message)
  );
}

/** SETTINGS and GOAWAY, with which a server of HTTP/2 begins. */
const FIRST_FRAMES: ReadonlySet<number> = new Set([4, 7]);

/**
 * Whether bytes that are no HTTP/1.1 begin with a frame of HTTP/2: its length, type,
 * flags and stream, which is 0.
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
    if (isHttp2(Reflect.get(error, "data"))) {
      yield HTTP2_FRAME;
    }
    yield typeof code === "string" ? code : error.name;
    yield* codes(error.cause, depth + 1);
  }
}
