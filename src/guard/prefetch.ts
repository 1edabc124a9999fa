import type { RpcCall, RpcReply, RpcTransport } from "../rpc/types.ts";

/** After these a second way of asking would meet the same silence. */
const SILENCE: ReadonlySet<string> = new Set([
  "unreachable",
  "timeout",
  "rate-limited",
]);

/**
 * The transport after several questions were asked in one request: each of them,
 * asked for the first time, has its answer already. What the batch did not
 * answer, as some nodes refuse batches, is asked for alone.
 */
export async function prefetch(
  transport: RpcTransport,
  calls: readonly RpcCall[],
): Promise<RpcTransport> {
  const replies = (await transport.batch?.(calls)) ?? [];
  const known = new Map<string, RpcReply>();
  for (const [index, { method, params }] of calls.entries()) {
    const reply = replies[index];
    if (reply !== undefined && (reply.ok || SILENCE.has(reply.kind))) {
      known.set(JSON.stringify([method, params]), reply);
    }
  }
  return {
    endpoint: transport.endpoint,
    request: async (method, params) => {
      const question = JSON.stringify([method, params]);
      const reply = known.get(question);
      known.delete(question);
      return reply ?? (await transport.request(method, params));
    },
    close: () => transport.close(),
  };
}
