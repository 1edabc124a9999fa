import type { Decoded } from "../base/records.ts";
import type { Reply } from "../http/types.ts";
import { lacksMethod } from "./judge-rpc-error.ts";
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
  return decodeReply(reply, decode);
}

/** The decoded result of a reply; a failure keeps its reason. */
export function decodeReply<T>(reply: Reply, decode: Decode<T>): Decoded<T> {
  if (reply.ok) {
    return decode(reply.result);
  }
  const { reason } = reply;
  return lacksMethod(reply)
    ? { ok: false, reason, isMissing: true }
    : { ok: false, reason };
}
