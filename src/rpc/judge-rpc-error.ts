import { isRecord } from "../base/records.ts";
import type { Scrubber } from "../base/scrubber.ts";
import { describeValue, untrustedText } from "../base/untrusted-text.ts";
import type { AttemptOutcome, Failure, Reply } from "../http/types.ts";

/** EIP-1474 "limit exceeded"; HTTP's number as Alchemy puts it in a 200. */
const RATE_LIMIT_CODES = new Set([-32005, 429]);
const RATE_LIMIT_WORDS =
  /\brate.?limit|too many requests|\bthrottl|request limit/i;
/** Internal error; geth's and Oasis' "request timed out". */
const PASSING_CODES = new Set([-32603, -32002]);
/** A backend that lags behind the one which named the block. */
const LAGGING_WORDS = /header not found|block not found|unknown block/i;
const REVERT_WORDS = /\brevert/i;
const MAX_BACKOFF_SECONDS = 86_400;

/**
 * What the `error` member of a JSON-RPC answer means: a rate limit, a temporary
 * problem of the node, or its final answer. An error that carries data or speaks
 * of a revert is the outcome of an execution, whatever its code says.
 */
export function judgeRpcError(
  error: unknown,
  scrubber?: Scrubber | undefined,
): AttemptOutcome {
  if (!isRecord(error)) {
    return malformed(describeValue(error));
  }
  const { code, message, data } = error;
  if (!Number.isSafeInteger(code) || typeof code !== "number") {
    return malformed(`an error with ${describeValue(code)} for its code`);
  }
  const words = typeof message === "string" ? message : "";
  const text = untrustedText(words, { scrubber });
  const quoted = text === "" ? "" : `: "${text}"`;
  const isExecution = carriesHexData(data) || REVERT_WORDS.test(words);

  if (
    !isExecution &&
    (RATE_LIMIT_CODES.has(code) || RATE_LIMIT_WORDS.test(words))
  ) {
    return {
      reply: {
        ok: false,
        kind: "rate-limited",
        reason: `the endpoint limits requests (JSON-RPC error ${code})${quoted}`,
      },
      retry: true,
      retryAfterMs: backoffMs(data),
    };
  }
  return {
    reply: {
      ok: false,
      kind: "rpc-error",
      reason: `JSON-RPC error ${code}${quoted}`,
      code,
      ...(data === undefined ? {} : { data }),
    },
    retry:
      !isExecution && (PASSING_CODES.has(code) || LAGGING_WORDS.test(words)),
  };
}

function malformed(what: string): AttemptOutcome {
  return {
    reply: {
      ok: false,
      kind: "malformed",
      reason: `the endpoint sent ${what} where a JSON-RPC error was expected`,
    },
    retry: true,
  };
}

/** Return data, in the places where clients put it. */
function carriesHexData(data: unknown): boolean {
  if (isRecord(data)) {
    return isHex(data["data"]) || isHex(data["result"]);
  }
  return isHex(data);
}

function isHex(value: unknown): boolean {
  return typeof value === "string" && value.startsWith("0x");
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

/** The code of a revert in geth and those that follow it. */
const REVERT_CODE = 3;
/**
 * The words of geth, revm and those that follow them. That a call ran out of gas
 * is not among them: the limit may be the node's own.
 */
const EVM_FAILURE =
  /revert|invalid ?(?:fe)? ?opcode|opcode ?not ?found|opcode .*not defined|invalid ?jump|stack ?(?:under|over)flow/i;

/** Whether the EVM ran a call, and it failed. */
export function failedInEvm(reply: Reply): boolean {
  return (
    isRpcError(reply) &&
    (reply.code === REVERT_CODE || EVM_FAILURE.test(reply.reason))
  );
}

const INVALID_PARAMS = -32602;
const FORM_WORDS =
  /unmarshal|invalid (argument|param|type)|hex string|expected .*string|not supported|unsupported/i;
const BLOCK_WORDS =
  /not found|unknown block|unavailable|missing|out of ?range|header/i;

/**
 * Whether a node takes no block hash where a block is named (EIP-1898). One
 * that does, and lacks the block, says something else.
 */
export function refusesBlockHash(reply: Reply): boolean {
  return (
    isRpcError(reply) &&
    !lacksBlock(reply) &&
    (reply.code === INVALID_PARAMS || FORM_WORDS.test(reply.reason))
  );
}

/** Whether a node says that it does not have the block that a request names. */
export function lacksBlock(reply: Reply): boolean {
  return isRpcError(reply) && BLOCK_WORDS.test(reply.reason);
}

function isRpcError(reply: Reply): reply is Failure {
  return !reply.ok && reply.kind === "rpc-error";
}
