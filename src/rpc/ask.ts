import type { Decoded } from "../base/records.ts";
import type { RpcTransport } from "./types.ts";

/**
 * Sends a request and decodes the result; a failure keeps its reason. The transport
 * retries a result that cannot be decoded: some nodes send `null` occasionally.
 */
export async function ask<T>(
  transport: RpcTransport,
  method: string,
  params: readonly unknown[],
  decode: (value: unknown) => Decoded<T>,
): Promise<Decoded<T>> {
  const isUsable = (result: unknown): boolean => decode(result).ok;
  const reply = await transport.request(method, params, isUsable);
  return reply.ok ? decode(reply.result) : { ok: false, reason: reply.reason };
}
