import type { Decoded } from "../base/records.ts";
import type { Reply } from "../http/types.ts";
import type { RpcTransport } from "./types.ts";

/** Reads a value from a result. */
export type Decode<T> = (value: unknown) => Decoded<T>;

/**
 * Sends one request and decodes the result; a failure keeps its reason. If the result
 * cannot be decoded, it is requested once more: some nodes send `null` occasionally.
 */
export async function ask<T>(
  transport: Pick<RpcTransport, "request">,
  method: string,
  params: readonly unknown[],
  decode: Decode<T>,
): Promise<Decoded<T>> {
  const request = () => transport.request(method, params);
  return await decodeOrAskAgain(await request(), decode, request);
}

/** Decodes a reply, or else the reply to a second request. */
export async function decodeOrAskAgain<T>(
  reply: Reply,
  decode: Decode<T>,
  request: () => Promise<Reply>,
): Promise<Decoded<T>> {
  if (!reply.ok) {
    return { ok: false, reason: reply.reason };
  }
  const first = decode(reply.result);
  if (first.ok) {
    return first;
  }
  const again = await request();
  const second = again.ok ? decode(again.result) : first;
  return second.ok ? second : first;
}
