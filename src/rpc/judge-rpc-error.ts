import { isHex } from "../base/hex.ts";
import { given, isRecord, recordOf } from "../base/records.ts";
import { NO_SECRETS, type Scrubber } from "../base/scrubber.ts";
import {
  describeValue,
  HIDDEN_TEXT,
  quoteUntrusted,
} from "../base/untrusted-text.ts";
import { failedFor, malformed } from "../http/outcomes.ts";
import type { AttemptOutcome, Failure, Reply } from "../http/types.ts";
import { causeOfError, remedyFor } from "../http/waiting.ts";

const INTERNAL_ERROR = -32603;
const REVERT_PATTERN = /\brevert/i;
const MAX_BACKOFF_SECONDS = 86_400;

/** The known properties of the request that an error answers. */
export interface FailedRequest {
  /** True if it names a block that is known to exist. */
  readonly namesBlock?: boolean | undefined;
  /** True if it names one by its hash, where its number could be sent. */
  readonly namesHash?: boolean | undefined;
  /** Tells whether the endpoint has answered the method for the same block. */
  readonly wasAnswered?: (() => boolean) | undefined;
}

/**
 * Tells whether the `error` member of a JSON-RPC response is a rate limit, a
 * transient error or a final one. An error with data, or with a message about a
 * revert, is the outcome of an execution, whatever its code is. The message is
 * judged as sent, and only shown without secrets.
 */
export function judgeRpcError(
  error: unknown,
  scrubber: Scrubber = NO_SECRETS,
  request: FailedRequest = {},
): AttemptOutcome {
  if (!isRecord(error)) {
    const isLimit =
      typeof error === "string" && causeOfError(0, error) === "limit";
    if (isLimit) {
      return failedFor(
        "unavailable",
        "rate-limited",
        `rate limit exceeded: ${quoteUntrusted(error, { scrubber })}`,
      );
    }
    return notAnError(describeValue(scrubber.json(error)));
  }
  const { code, message } = error;
  const data = dataOf(error["data"]);
  if (!Number.isSafeInteger(code) || typeof code !== "number") {
    const shown = describeValue(scrubber.json(code));
    return notAnError(`an error whose code is ${shown}`);
  }
  const rawMessage = typeof message === "string" ? message : "";
  const quoted = describeMessage(rawMessage, code, scrubber);
  const shownCode = scrubber.contains(String(code)) ? "" : ` ${code}`;
  const isExecution =
    isHex(data) ||
    REVERT_PATTERN.test(rawMessage) ||
    OUT_OF_GAS_PATTERN.test(rawMessage);
  const remedy = isExecution ? undefined : remedyFor(rawMessage);
  const advice = remedy === undefined ? "" : `: ${remedy}`;
  const cause = isExecution ? undefined : causeOfError(code, rawMessage);
  if (cause === "limit") {
    const reason = `rate limit exceeded (JSON-RPC error${shownCode})${quoted}${advice}`;
    return {
      ...failedFor(cause, "rate-limited", reason),
      retry: remedy === undefined,
      retryAfterMs: backoffMs(error["data"]),
    };
  }
  const reply: Reply = {
    ok: false,
    kind: "rpc-error",
    reason: `JSON-RPC error${shownCode}${quoted}${advice}`,
    code,
    data,
  };
  if (isExecution || remedy !== undefined) {
    return { reply, retry: false };
  }
  if (cause === undefined && isRefusal(code, rawMessage, request)) {
    return { reply, retry: true, cause: "refusal" };
  }
  const { namesBlock, namesHash, wasAnswered } = request;
  // What the request may be the reason of is asked again twice.
  const isOfRequest =
    (cause === "lag" && !namesBlock) ||
    (cause === "overload" && namesHash && !wasAnswered?.());
  return {
    reply,
    retry: code === INTERNAL_ERROR || cause !== undefined,
    cause: isOfRequest ? undefined : cause,
  };
}

/**
 * Tells whether an error that is in no table passes, since the same request was
 * answered before: not where it may be due to the request, or to the block.
 * Hashes of blocks that are refused are sent again by who sends them.
 */
function isRefusal(
  code: number,
  message: string,
  { namesHash = false, wasAnswered }: FailedRequest,
): boolean {
  return (
    !namesHash &&
    wasAnswered?.() === true &&
    !INVALID_REQUEST_CODES.has(code) &&
    !/\bgas\b/i.test(message) &&
    !EVM_FAILURE.test(message) &&
    !isMissingBlock(message, code)
  );
}

/** OpenEthereum's and older Nethermind's revert data. */
const REVERTED = /^Reverted (0x[0-9a-f]*)$/i;

/** How a simulator's error says that its gas limit was reached. */
export const OUT_OF_GAS = "out of gas";
const OUT_OF_GAS_PATTERN = /out ?of ?gas/i;

const BAD_CODE = /^bad (instruction|jump)/i;

/**
 * The return data of an error, in any of the places where clients put it, or else the
 * words that say why there is none.
 */
function dataOf(data: unknown): string | undefined {
  const { data: nested, result, reason } = recordOf(data);
  if (Object.hasOwn(recordOf(reason), "OutOfGas")) {
    return OUT_OF_GAS;
  }
  if (typeof data !== "string" || isHex(data)) {
    return [data, nested, result].find(isHex);
  }
  return REVERTED.exec(data)?.[1] ?? BAD_CODE.exec(data)?.[0];
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
  const meanings = given(
    EVM_FAILURE.test(message) && "execution reverted",
    OUT_OF_GAS_PATTERN.test(message) && OUT_OF_GAS,
    isMissingBlock(message, code) && "block not found",
    MISSING_METHOD.test(message) && "method not supported",
  );
  const meaning = meanings.length === 0 ? "" : `: ${meanings.join(", ")}`;
  return `${meaning} ${text}`;
}

function notAnError(what: string): AttemptOutcome {
  return malformed(`${what} where a JSON-RPC error was expected`);
}

/** Infura's `data.rate.backoff_seconds`, and others' `data.backoff_seconds`. */
function backoffMs(data: unknown): number | undefined {
  const { rate, backoff_seconds: own } = recordOf(data);
  const seconds = recordOf(rate)["backoff_seconds"] ?? own;
  if (
    typeof seconds === "number" &&
    seconds > 0 &&
    seconds < MAX_BACKOFF_SECONDS
  ) {
    return seconds * 1000;
  }
  return undefined;
}

/** The code of a revert in geth and compatible clients. */
const REVERT_CODE = 3;
/**
 * The code of OpenEthereum and older Nethermind; the data tells what failed.
 */
const VM_ERROR_CODE = -32015;
/**
 * Messages of geth, revm and compatible clients. Out of gas is not one of them, since
 * the gas limit may be the node's own.
 */
const EVM_FAILURE =
  /revert|invalid ?(?:fe)? ?opcode|opcode ?not ?found|opcode .*not defined|invalid ?jump|stack ?(?:under|over)flow/i;

/** Tells whether the call was executed and failed in the EVM. */
export function failedInEvm(reply: Reply): boolean {
  return (
    isRpcError(reply) &&
    (reply.code === REVERT_CODE ||
      EVM_FAILURE.test(reply.reason) ||
      (reply.code === VM_ERROR_CODE && reply.data !== undefined))
  );
}

/** Tells whether a call needed more gas than it was given, by its limit or the node's own. */
export function ranOutOfGas(reply: Reply): boolean {
  return (
    isRpcError(reply) &&
    (reply.data === OUT_OF_GAS || OUT_OF_GAS_PATTERN.test(reply.reason))
  );
}

const MISSING_BLOCK_PATTERN =
  /not found|not be found|unknown block|invalid block|unavailable|missing|out of ?range|header/i;
/** Parse error, invalid request, invalid params: here "missing" is an argument. */
const INVALID_REQUEST_CODES = new Set([-32700, -32600, -32602]);
const SURELY_MISSING_BLOCK_PATTERN =
  /not found|not be found|unknown block|out of ?range/i;

/**
 * Tells whether a node may have refused a block's hash as a block parameter
 * (EIP-1898): by any error, since clients use many codes and texts, or by an
 * answer without the id of the request, as after a parse error. A missing
 * block, an outcome of the execution and a failure on the way say nothing about
 * the parameter.
 */
export function mayRejectBlockHash(reply: Reply): boolean {
  return (
    !reply.ok &&
    (reply.kind === "rpc-error" || reply.kind === "malformed") &&
    !lacksBlock(reply) &&
    !mayHaveNoCode(reply) &&
    !wasExecuted(reply)
  );
}

/**
 * Tells whether a node says in its own way that there is no code: Zilliqa by an
 * empty text, RSK by `0x00`, old ganache by `0x0`, Polygon Edge 0.6 by an
 * error. No proof by itself.
 */
export function mayHaveNoCode(reply: Reply): boolean {
  if (reply.ok) {
    return typeof reply.result === "string" && /^(0x00?)?$/.test(reply.result);
  }
  return isRpcError(reply) && /unable to fetch code/i.test(reply.reason);
}

/** Tells whether the node reports that it does not have the requested block. */
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

const METHOD_NOT_FOUND = -32601;
const MISSING_METHOD =
  /\bmethod\b.*(not |un)(found|supported|available|allowed|whitelisted|exist)|unsupported method|does not exist\/is not available/i;

/** Tells whether the endpoint does not offer the method. */
export function lacksMethod(reply: Reply): boolean {
  return (
    isRpcError(reply) &&
    (reply.code === METHOD_NOT_FOUND || MISSING_METHOD.test(reply.reason))
  );
}

/**
 * Tells whether a call was executed: it returned, reverted, failed in the EVM or ran out
 * of gas.
 */
export function wasExecuted(reply: Reply): boolean {
  return (
    reply.ok ||
    (isRpcError(reply) && isHex(reply.data)) ||
    ranOutOfGas(reply) ||
    failedInEvm(reply)
  );
}

/**
 * Tells whether a transaction was refused before it ran: its sender lacks the
 * value.
 */
export function lacksFunds(reply: Reply): boolean {
  return isRpcError(reply) && /enough funds/i.test(reply.reason);
}

function isRpcError(reply: Reply): reply is Failure {
  return !reply.ok && reply.kind === "rpc-error";
}
