import type { Decoded } from "../base/records.ts";
import type { RpcTransport } from "./types.ts";

/**
 * Sends one request and decodes the result; a failure keeps its reason. If the result
 * cannot be decoded, it is requested once more: some nodes send `null` occasionally.
 */
export async function ask<T>(
  transport: RpcTransport,
  method: string,
  params: readonly unknown[],
  decode: (value: unknown) => Decoded<T>,
): Promise<Decoded<T>> {
  const reply = await transport.request(method, params);
  if (!reply.ok) {
    return { ok: false, reason: reply.reason };
  }
  const first = decode(reply.result);
  if (first.ok) {
    return first;
  }
  const again = await transport.request(method, params);
  const second = again.ok ? decode(again.result) : first;
  return second.ok ? second : first;
}
