import { malformed } from "../http/outcomes.ts";
import type { AnswerReader } from "../http/types.ts";
import {
  type AskedRpc,
  NODE,
  parseRpcAnswer,
  parseRpcBatch,
} from "./parse-rpc-answer.ts";
import type { BatchResults } from "./types.ts";

/** HTTP statuses that nodes send together with a JSON-RPC error. */
const NODE_ERROR_STATUSES = new Set([400, 404, 422, 500]);

/** Reads the response to one JSON-RPC request. */
export function rpcReader(
  id: number,
  asked: Pick<AskedRpc, "isUsable" | "namesBlock"> = {},
): AnswerReader {
  return {
    peer: NODE,
    parse: (text, scrubber) => parseRpcAnswer({ text, id, scrubber, ...asked }),
    isPeerError: (status, { reply }) =>
      NODE_ERROR_STATUSES.has(status) &&
      !reply.ok &&
      (reply.kind === "rpc-error" || reply.kind === "rate-limited"),
  };
}

/**
 * Reads the response to a batch of JSON-RPC requests.
 *
 * @param onResults takes what a response says; it counts only if the response does
 */
export function rpcBatchReader(
  ids: readonly number[],
  onResults: (results: BatchResults) => void,
): AnswerReader {
  return {
    peer: NODE,
    parse(text, scrubber) {
      const results = parseRpcBatch(text, ids, scrubber);
      if (results === undefined) {
        return malformed("something else than the answers to a batch", false);
      }
      onResults(results);
      return { reply: { ok: true, result: undefined }, retry: false };
    },
    isPeerError: () => false,
  };
}
