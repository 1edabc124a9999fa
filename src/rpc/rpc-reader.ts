import type { AnswerReader } from "../http/types.ts";
import { NODE, parseRpcAnswer } from "./parse-rpc-answer.ts";

/** HTTP statuses that nodes send together with a JSON-RPC error. */
const NODE_ERROR_STATUSES = new Set([400, 404, 422, 500]);

/** Reads the response to one JSON-RPC request. */
export function rpcReader(id: number): AnswerReader {
  return {
    peer: NODE,
    parse: (text, scrubber) => parseRpcAnswer({ text, id, scrubber }),
    isPeerError: (status, { reply }) =>
      NODE_ERROR_STATUSES.has(status) &&
      !reply.ok &&
      (reply.kind === "rpc-error" || reply.kind === "rate-limited"),
  };
}
