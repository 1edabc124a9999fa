import { isHex } from "../base/hex.ts";
import { isRecord } from "../base/records.ts";
import { NO_SECRETS, type Scrubber } from "../base/scrubber.ts";
import {
  describeValue,
  HIDDEN_TEXT,
  quoteUntrusted,
} from "../base/untrusted-text.ts";
import { failed, malformed } from "../http/outcomes.ts";
import type { AttemptOutcome, Failure, Reply } from "../http/types.ts";

/** EIP-1474 "limit exceeded", and the HTTP status that Alchemy sends as a code. */
const RATE_LIMIT_CODES = new Set([-32005, 429]);
const RATE_LIMIT_PATTERN =
  /\brate.?limit|too many requests|\bthrottl|request limit/i;
/** Internal error; geth's and Oasis' "request timed out". */
const TRANSIENT_CODES = new Set([-32603, -32002]);
/** The backend is behind the one that returned the block number. */
const LAGGING_PATTERN = /header not found|block not found|unknown block/i;
const REVERT_PATTERN = /\brevert/i;
const MAX_BACKOFF_SECONDS = 86_400;

/**
 * Whether the `error` member of a JSON-RPC response is a rate limit, a transient
 * error or a final one. An error with data, or with a message about a revert, is the
 * outcome of an execution, whatever its code is. The message is judged as sent, and
 * only shown without secrets.
 */
export function judgeRpcError(
  error: unknown,
  scrubber: Scrubber = NO_SECRETS,
): AttemptOutcome {
  if (!isRecord(error)) {
    return notAnError(describeValue(scrubber.json(error)));
  }
  const { code, message, data } = error;
  if (!Number.isSafeInteger(code) || typeof code !== "number") {
    const shown = describeValue(scrubber.json(code));
    return notAnError(`an error whose code is ${shown}`);
  }
  const rawMessage = typeof message === "string" ? message : "";
  const quoted = describeMessage(rawMessage, code, scrubber);
  const shownCode = scrubber.contains(String(code)) ? "" : ` ${code}`;
  const isExecution = carriesHexData(data) || REVERT_PATTERN.test(rawMessage);

  if (
    !isExecution &&
    (RATE_LIMIT_CODES.has(code) || RATE_LIMIT_PATTERN.test(rawMessage))
  ) {
    const reason = `rate limit exceeded (JSON-RPC error${shownCode})${quoted}`;
    return {
      ...failed("rate-limited", reason, true),
      retryAfterMs: backoffMs(data),
    };
  }
  return {
    reply: {
      ok: false,
      kind: "rpc-error",
      reason: `JSON-RPC error${shownCode}${quoted}`,
      code,
      data: scrubber.json(data),
    },
    retry:
      !isExecution &&
      (TRANSIENT_CODES.has(code) || LAGGING_PATTERN.test(rawMessage)),
  };
}

/**
 * A message in quotes. In place of one that is not shown, words of this package say
 * what it means, so that {@link failedInEvm} and others find it there too.
 */
function describeMessage(
  message: string,
  code: number,
  scrubber: Scrubber,
): string {
  const text = quoteUntrusted(message, { scrubber });
  if (text !== HIDDEN_TEXT) {
    return text === '""' ? "" : `: ${text}`;
  }
  const meanings = [
    ...(EVM_FAILURE.test(message) ? ["execution reverted"] : []),
    ...(isMissingBlock(message, code) ? ["block not found"] : []),
  ];
  return meanings.length === 0
    ? ` ${text}`
    : `: ${meanings.join(", ")} ${text}`;
}

function notAnError(what: string): AttemptOutcome {
  return malformed(`${what} where a JSON-RPC error was expected`);
}

/** Whether there is return data, in any of the places where clients put it. */
function carriesHexData(data: unknown): boolean {
  if (isRecord(data)) {
    return isHex(data["data"]) || isHex(data["result"]);
  }
  return isHex(data);
}

/** Infura's `data.backoff_seconds`. */
function backoffMs(data: unknown): number | undefined {
  const seconds = isRecord(data) ? data["backoff_seconds"] : undefined;
  return typeof seconds === "number" &&
    seconds > 0 &&
    seconds < MAX_BACKOFF_SECONDS
    ? seconds * 1000
    : undefined;
}

/** The code of a revert in geth and compatible clients. */
const REVERT_CODE = 3;
/**
 * Messages of geth, revm and compatible clients. Out of gas is not one of them, since
 * the gas limit may be the node's own.
 */
const EVM_FAILURE =
  /revert|invalid ?(?:fe)? ?opcode|opcode ?not ?found|opcode .*not defined|invalid ?jump|stack ?(?:under|over)flow/i;

/** Whether the call was executed and failed in the EVM. */
export function failedInEvm(reply: Reply): boolean {
  return (
    isRpcError(reply) &&
    (reply.code === REVERT_CODE || EVM_FAILURE.test(reply.reason))
  );
}

const MISSING_BLOCK_PATTERN =
  /not found|not be found|unknown block|invalid block|unavailable|missing|out of ?range|header/i;
/** Parse error, invalid request, invalid params: here "missing" is an argument. */
const INVALID_REQUEST_CODES = new Set([-32700, -32600, -32602]);
const SURELY_MISSING_BLOCK_PATTERN =
  /not found|not be found|unknown block|out of ?range/i;

/**
 * Whether a node may have refused a block's hash as a block parameter (EIP-1898): by
 * any error, since clients use many codes and texts, or by an answer without the id of
 * the request, as after a parse error. A missing block, an outcome of the execution and
 * a failure on the way say nothing about the parameter.
 */
export function mayRejectBlockHash(reply: Reply): boolean {
  return (
    !reply.ok &&
    (reply.kind === "rpc-error" || reply.kind === "malformed") &&
    !lacksBlock(reply) &&
    !wasExecuted(reply)
  );
}

/** Whether the node reports that it does not have the requested block. */
export function lacksBlock(reply: Reply): boolean {
  return isRpcError(reply) && isMissingBlock(reply.reason, reply.code);
}

function isMissingBlock(message: string, code: number | undefined): boolean {
  const pattern =
    code !== undefined && INVALID_REQUEST_CODES.has(code)
      ? SURELY_MISSING_BLOCK_PATTERN
      : MISSING_BLOCK_PATTERN;
  return pattern.test(message);
}

/** Whether a call was executed: it returned, reverted or failed in the EVM. */
export function wasExecuted(reply: Reply): boolean {
  return (
    reply.ok ||
    (isRpcError(reply) && carriesHexData(reply.data)) ||
    failedInEvm(reply)
  );
}

function isRpcError(reply: Reply): reply is Failure {
  return !reply.ok && reply.kind === "rpc-error";
}
