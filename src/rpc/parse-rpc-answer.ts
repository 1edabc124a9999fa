import { isRecord, ownValue } from "../base/records.ts";
import type { Scrubber } from "../base/scrubber.ts";
import { describeValue, quoteUntrusted } from "../base/untrusted-text.ts";
import { decodeJson } from "../http/body-text.ts";
import { malformed, succeeded } from "../http/outcomes.ts";
import type { AnswerReader, AttemptOutcome, HttpPeer } from "../http/types.ts";
import {
  type FailedRequest,
  failedInEvm,
  judgeRpcError,
  lacksBlock,
  lacksMethod,
} from "./judge-rpc-error.ts";
import type { BatchResults } from "./types.ts";

/** The request that a response must answer. */
export interface AskedRpc extends FailedRequest {
  /** The id of the request that was sent. */
  readonly id: number;
  readonly scrubber: Scrubber;
  /** Tells whether a result can be used; one that cannot is worth a retry. */
  readonly isUsable?: ((result: unknown) => boolean) | undefined;
}

/** HTTP statuses that nodes send together with a JSON-RPC error. */
const NODE_ERROR_STATUSES = new Set([400, 404, 422, 500]);

/** Reads the response to one JSON-RPC request. */
export function rpcReader(asked: Omit<AskedRpc, "scrubber">): AnswerReader {
  return {
    peer: NODE,
    parse: (text, scrubber) => parseRpcAnswer({ text, scrubber, ...asked }),
    isPeerError: (status, { reply }) =>
      NODE_ERROR_STATUSES.has(status) &&
      !reply.ok &&
      (reply.kind === "rpc-error" || reply.kind === "rate-limited"),
  };
}

/**
 * Reads one JSON-RPC 2.0 answer strictly: one object, `jsonrpc` "2.0", the id
 * of the request, and either a `result` or an `error`. Anything else is not the
 * response to this request. A `result` or `error` that is `null` beside the other one
 * is ignored, since JSON-RPC 1.0 servers send both.
 *
 * @see https://www.jsonrpc.org/specification#response_object
 */
export function parseRpcAnswer(
  parameters: AskedRpc & { readonly text: string },
): AttemptOutcome {
  const parsed = decodeJson(parameters.text, NODE);
  if (!parsed.ok) {
    return malformed(parsed.reason);
  }
  if (Array.isArray(parsed.value)) {
    return malformed("a list where one answer was expected");
  }
  return judgeRpcAnswer(parsed.value, parameters);
}

/**
 * Reads the response to a batch of JSON-RPC requests. The result is a list, the
 * {@link BatchResults}.
 *
 * @param ids the ids of the requests that were sent, all different
 */
export function rpcBatchReader(ids: readonly number[]): AnswerReader {
  return {
    peer: NODE,
    parse(text, scrubber) {
      const results = parseRpcBatch(text, ids, scrubber);
      if (results === undefined) {
        return malformed("something else than the answers to a batch", false);
      }
      return { reply: { ok: true, result: results }, retry: false };
    },
    isPeerError: () => false,
  };
}

/**
 * The results of a batch, in the order of its requests; `undefined` for a request whose
 * answer is malformed, or is an error other than a failure of the EVM or a missing block.
 * The answers may be in any order, but each id must be there exactly once and no other
 * one: where a node drops, repeats or confuses ids, nothing shows which answer is whose.
 *
 * @returns `undefined` if it does not answer the batch at all
 * @see https://www.jsonrpc.org/specification#batch
 */
function parseRpcBatch(
  text: string,
  ids: readonly number[],
  scrubber: Scrubber,
): BatchResults | undefined {
  const read = decodeJson(text, NODE);
  if (!read.ok || !Array.isArray(read.value)) {
    return undefined;
  }
  const answers = new Map(
    read.value.map((answer: unknown) => [
      isRecord(answer) ? ownValue(answer, "id") : undefined,
      answer,
    ]),
  );
  if (read.value.length !== ids.length || !ids.every((id) => answers.has(id))) {
    return undefined;
  }
  return ids.map((id) => {
    const { reply } = judgeRpcAnswer(answers.get(id), { id, scrubber });
    const isAnswer =
      reply.ok || failedInEvm(reply) || lacksBlock(reply) || lacksMethod(reply);
    return isAnswer ? reply : undefined;
  });
}

/** Judges one parsed response to the request with the given id. */
export function judgeRpcAnswer(
  answer: unknown,
  { id, scrubber, isUsable, ...request }: AskedRpc,
): AttemptOutcome {
  if (!isRecord(answer)) {
    const what = describeValue(scrubber.json(answer));
    return malformed(`${what} where an answer was expected`);
  }
  const error = ownValue(answer, "error") ?? undefined;
  if (ownValue(answer, "jsonrpc") !== "2.0") {
    if (typeof error === "string") {
      return judgeRpcError(error, scrubber);
    }
    return malformed(
      `${describeValue(answer)} that is not a JSON-RPC 2.0 answer`,
    );
  }
  const hasResult =
    Object.hasOwn(answer, "result") &&
    (error === undefined || answer["result"] !== null);
  const answerId = ownValue(answer, "id");
  if (answerId !== id) {
    const quoted =
      error === undefined ? "" : `: ${describeError(error, scrubber)}`;
    const which =
      (answerId ?? null) === null
        ? "without the id of the request"
        : "with a different id than the request's";
    return malformed(`an answer ${which}${quoted}`);
  }
  if (error !== undefined && hasResult) {
    return malformed("an answer with both a result and an error");
  }
  if (error !== undefined) {
    return judgeRpcError(error, scrubber, request);
  }
  if (!hasResult) {
    return malformed("an answer without a result");
  }
  const { result } = answer;
  return {
    reply: succeeded(result, scrubber),
    retry: isUsable?.(result) === false,
    cause: result === null && request.namesBlock ? "lag" : undefined,
  };
}

function describeError(error: unknown, scrubber: Scrubber): string {
  const message = isRecord(error) ? ownValue(error, "message") : error;
  if (typeof message === "string") {
    return quoteUntrusted(message, { scrubber });
  }
  return describeValue(error);
}

/** How error messages refer to a node. */
export const NODE: HttpPeer = { protocol: "JSON-RPC", name: "node" };
