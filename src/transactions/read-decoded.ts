import type { Decoded } from "../rpc/types.ts";
import type { Ask } from "./ask-node.ts";

/** Asks a node and decodes the answer; a reason begins with the method. */
export async function readDecoded<T>(
  ask: Ask,
  method: string,
  params: readonly unknown[],
  decode: (value: unknown) => Decoded<T>,
): Promise<Decoded<T>> {
  const answer = await ask(method, params);
  if (!answer.ok) {
    return answer;
  }
  const decoded = decode(answer.value);
  return decoded.ok
    ? decoded
    : { ok: false, reason: `${method}: ${decoded.reason}` };
}
