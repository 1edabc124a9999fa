import type { Decoded } from "../base/records.ts";
import type { RpcTransport } from "./types.ts";

/** Reads a value from a result. */
export type Decode<T> = (value: unknown) => Decoded<T>;

/**
 * Sends a request and decodes the result; a failure keeps its reason. The transport
 * retries a result that cannot be decoded: some nodes send `null` occasionally.
 */
export async function ask<T>(
  transport: Pick<RpcTransport, "request">,
  method: string,
  params: readonly unknown[],
  decode: Decode<T>,
): Promise<Decoded<T>> {
  const isUsable = (result: unknown): boolean => decode(result).ok;
  const reply = await transport.request(method, params, isUsable);
  return reply.ok ? decode(reply.result) : { ok: false, reason: reply.reason };
}
