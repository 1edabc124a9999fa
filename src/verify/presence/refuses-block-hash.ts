import type { RpcReply } from "../../rpc/types.ts";

const INVALID_PARAMS = -32602;
const FORM_WORDS =
  /unmarshal|invalid (argument|param|type)|hex string|expected .*string|not supported|unsupported/i;
const BLOCK_WORDS =
  /not found|unknown block|unavailable|missing|out of ?range|header/i;

/**
 * Whether a node takes no block hash where a block is named (EIP-1898). One
 * that does, and lacks the block, says something else, which is no refusal.
 */
export function refusesBlockHash(reply: RpcReply): boolean {
  return (
    !reply.ok &&
    reply.kind === "rpc-error" &&
    (reply.code === INVALID_PARAMS || FORM_WORDS.test(reply.reason)) &&
    !BLOCK_WORDS.test(reply.reason)
  );
}
