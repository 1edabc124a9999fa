import type { AnswerReader, Reply } from "../http/types.ts";
import { NODE, parseRpcAnswer, parseRpcBatch } from "./parse-rpc-answer.ts";

/** With these a JSON-RPC error in the body is the node's own answer. */
const NODE_ERROR_STATUSES = new Set([400, 404, 422, 500]);

/** Reads the answers to one JSON-RPC request. */
export function rpcReader(id: number): AnswerReader {
  return {
    peer: NODE,
    parse: (text, scrubber) => parseRpcAnswer({ text, id, scrubber }),
    isOwnWord: (status, { reply }) =>
      NODE_ERROR_STATUSES.has(status) &&
      !reply.ok &&
      (reply.kind === "rpc-error" || reply.kind === "rate-limited"),
  };
}

/** Reads the answer to a batch, and hands on the replies that it holds. */
export function rpcBatchReader(
  ids: readonly number[],
  onReplies: (replies: readonly Reply[]) => void,
): AnswerReader {
  return {
    peer: NODE,
    parse: (text, scrubber) => {
      const parsed = parseRpcBatch({ text, ids, scrubber });
      if (!("replies" in parsed)) {
        return parsed;
      }
      onReplies(parsed.replies);
      return { reply: { ok: true, result: undefined }, retry: false };
    },
    isOwnWord: () => false,
  };
}
