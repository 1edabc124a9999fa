import type { AnswerReader } from "./answer-reader.ts";
import { NODE } from "./node-peer.ts";
import { parseRpcAnswer } from "./parse-rpc-answer.ts";

/** With these a JSON-RPC error in the body is the node's own word. */
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
