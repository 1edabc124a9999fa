import type { AttemptOutcome, Failure, HttpPeer } from "./types.ts";

interface Trouble {
  readonly kind: Failure["kind"];
  readonly reason: string;
  readonly retry: boolean;
}

const REFUSED: Trouble = {
  kind: "unreachable",
  reason: "connection refused: nothing listens there",
  retry: true,
};
const DROPPED: Trouble = {
  kind: "unreachable",
  reason: "the connection was closed before the answer was complete",
  retry: true,
};
const NO_ROUTE: Trouble = {
  kind: "unreachable",
  reason: "there is no route to the host",
  retry: true,
};
const CONNECT_TIMEOUT: Trouble = {
  kind: "timeout",
  reason: "the connection could not be opened in time",
  retry: true,
};
const NO_TLS: Trouble = {
  kind: "unreachable",
  reason: "the TLS handshake failed: does this port speak https?",
  retry: false,
};
const NO_HTTP: Trouble = {
  kind: "malformed",
  reason: "the endpoint sent something that is not HTTP",
  retry: true,
};
const NOT_SENDABLE: Trouble = {
  kind: "unreachable",
  reason:
    "the request could not be sent as configured: check httpHeaders for names or values that HTTP does not allow",
  retry: false,
};
const PROXY: Trouble = {
  kind: "unreachable",
  reason:
    "the proxy did not open a way to the endpoint: check HTTP_PROXY, HTTPS_PROXY and NO_PROXY",
  retry: true,
};
const OTHER: Trouble = {
  kind: "unreachable",
  reason: "the connection failed",
  retry: true,
};

const BY_CODE: Readonly<Record<string, Trouble>> = {
  ECONNREFUSED: REFUSED,
  ECONNRESET: DROPPED,
  EPIPE: DROPPED,
  UND_ERR_SOCKET: DROPPED,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: DROPPED,
  EHOSTUNREACH: NO_ROUTE,
  ENETUNREACH: NO_ROUTE,
  ENETDOWN: NO_ROUTE,
  ETIMEDOUT: CONNECT_TIMEOUT,
  UND_ERR_CONNECT_TIMEOUT: CONNECT_TIMEOUT,
  EPROTO: NO_TLS,
  UND_ERR_INVALID_ARG: NOT_SENDABLE,
  UND_ERR_NOT_SUPPORTED: NOT_SENDABLE,
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: NOT_SENDABLE,
  ERR_INVALID_CHAR: NOT_SENDABLE,
  ERR_INVALID_HTTP_TOKEN: NOT_SENDABLE,
  UND_ERR_PRX_CONN: PROXY,
  UND_ERR_PRX_TLS: PROXY,
  ENOTFOUND: {
    kind: "unreachable",
    reason: "the host name is unknown: check the URL",
    retry: false,
  },
  EAI_AGAIN: {
    kind: "unreachable",
    reason: "the host name cannot be looked up at the moment",
    retry: true,
  },
  UND_ERR_HEADERS_OVERFLOW: {
    kind: "malformed",
    reason: "the endpoint sent more headers than any answer needs",
    retry: false,
  },
};
const CERTIFICATE =
  /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH|ERROR_IN_CERT)/;
const PRINTABLE_CODE = /^[A-Z][A-Z0-9_]{2,60}$/;

/**
 * What an error of the connection means, in words of our own: the error's
 * message and its cause may hold the URL and stay behind.
 */
export function describeNetworkError(
  error: unknown,
  { name }: HttpPeer,
): AttemptOutcome {
  const trouble = diagnose(error);
  const { kind, retry } = trouble;
  const reason =
    trouble === REFUSED
      ? `${REFUSED.reason}; is the ${name} running?`
      : trouble.reason;
  return { reply: { ok: false, kind, reason }, retry };
}

function diagnose(error: unknown): Trouble {
  if (mentionsProxy(error)) {
    return PROXY;
  }
  if (error instanceof Error && error.name === "HTTPParserError") {
    return NO_HTTP;
  }
  for (const code of codes(error)) {
    const known = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
    if (known !== undefined) {
      return known;
    }
    if (code.startsWith("ERR_SSL_")) {
      return NO_TLS;
    }
    if (CERTIFICATE.test(code)) {
      return {
        kind: "unreachable",
        reason: `the TLS certificate is not valid for this host (${code})`,
        retry: false,
      };
    }
    if (PRINTABLE_CODE.test(code)) {
      return { ...OTHER, reason: `${OTHER.reason} (${code})` };
    }
  }
  return OTHER;
}

/** undici tells a proxy's refusal apart by its message alone. */
function mentionsProxy(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^Proxy (Authentication Required|response \()/.test(error.message)
  );
}

/** The codes of an error, of what it bundles, and of what caused it. */
function* codes(error: unknown, depth = 0): Generator<string> {
  if (!(error instanceof Error) || depth > 3) {
    return;
  }
  if ("code" in error && typeof error.code === "string") {
    yield error.code;
  }
  if (error instanceof AggregateError) {
    for (const each of error.errors) {
      yield* codes(each, depth + 1);
    }
  }
  yield* codes(error.cause, depth + 1);
}
