import { ownValue } from "../base/records.ts";
import type { AttemptOutcome, Failure, HttpPeer } from "./types.ts";

interface NetworkError {
  readonly kind: Failure["kind"];
  readonly reason: string;
  readonly retry: boolean;
}

const REFUSED: NetworkError = {
  kind: "unreachable",
  reason: "connection refused",
  retry: true,
};
const DROPPED: NetworkError = {
  kind: "unreachable",
  reason: "the connection was closed before the response was complete",
  retry: true,
};
const NO_ROUTE: NetworkError = {
  kind: "unreachable",
  reason: "no route to the host",
  retry: true,
};
const CONNECT_TIMEOUT: NetworkError = {
  kind: "timeout",
  reason: "the connection timed out",
  retry: true,
};
const NO_TLS: NetworkError = {
  kind: "unreachable",
  reason: "the TLS handshake failed: does this port serve https?",
  retry: false,
};
const NO_HTTP: NetworkError = {
  kind: "malformed",
  reason: "the endpoint sent something that is not HTTP",
  retry: true,
};
const NOT_SENDABLE: NetworkError = {
  kind: "unreachable",
  reason:
    "the request could not be sent: check httpHeaders for invalid names or values",
  retry: false,
};
const PROXY: NetworkError = {
  kind: "unreachable",
  reason:
    "the proxy could not connect to the endpoint: check HTTP_PROXY, HTTPS_PROXY and NO_PROXY",
  retry: true,
};
const OTHER: NetworkError = {
  kind: "unreachable",
  reason: "the connection failed",
  retry: true,
};

const BY_CODE: Readonly<Record<string, NetworkError>> = {
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
    reason: "the host name could not be resolved: check the URL",
    retry: false,
  },
  EAI_AGAIN: {
    kind: "unreachable",
    reason: "the lookup of the host name failed temporarily",
    retry: true,
  },
  UND_ERR_HEADERS_OVERFLOW: {
    kind: "malformed",
    reason: "the response headers are too large",
    retry: false,
  },
};
const CERTIFICATE =
  /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH|ERROR_IN_CERT)/;
const PRINTABLE_CODE = /^[A-Z][A-Z0-9_]{2,60}$/;

/**
 * Describes an error of the connection. The message and cause of the error are not
 * used, since they may contain the URL.
 */
export function describeNetworkError(
  error: unknown,
  { name }: HttpPeer,
): AttemptOutcome {
  const networkError = diagnose(error);
  const { kind, retry } = networkError;
  const reason =
    networkError === REFUSED
      ? `${REFUSED.reason}: is the ${name} running?`
      : networkError.reason;
  return { reply: { ok: false, kind, reason }, retry };
}

function diagnose(error: unknown): NetworkError {
  if (mentionsProxy(error)) {
    return PROXY;
  }
  if (error instanceof Error && error.name === "HTTPParserError") {
    return NO_HTTP;
  }
  for (const code of codes(error)) {
    const known = ownValue(BY_CODE, code);
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

/** undici's errors of a proxy differ from others in their message only. */
function mentionsProxy(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^Proxy (Authentication Required|response \()/.test(error.message)
  );
}

/** The codes of an error, of the errors that it aggregates, and of its causes. */
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
