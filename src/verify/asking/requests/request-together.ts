import type { Reply } from "../../../http/types.ts";
import { lacksMethod } from "../../../rpc/judge-rpc-error.ts";
import type { RpcTransport } from "../../../rpc/types.ts";

/**
 * Requests by one method: several of them in a batch where the endpoint takes that, and by
 * itself what that does not answer. A method that is missing is asked for once.
 */
export async function requestTogether(
  transport: RpcTransport,
  method: string,
  all: readonly (readonly unknown[])[],
): Promise<readonly Reply[]> {
  const calls = all.map((params) => ({ method, params }));
  const isMany = all.length > 1;
  const known = isMany ? await transport.requestBatch?.(calls) : undefined;
  let missing: Reply | undefined;
  const replies: Reply[] = [];
  for (const [index, params] of all.entries()) {
    const reply =
      known?.[index] ?? missing ?? (await transport.request(method, params));
    missing ??= lacksMethod(reply) ? reply : undefined;
    replies.push(reply);
  }
  return replies;
}
