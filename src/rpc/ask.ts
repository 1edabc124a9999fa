import { type Decoded, unread } from "../base/records.ts";
import type { Scrubber } from "../base/scrubber.ts";
import { HIDDEN_TEXT } from "../base/untrusted-text.ts";
import type { Reply } from "../http/types.ts";
import { lacksMethod } from "./judge-rpc-error.ts";
import type { RpcTransport } from "./types.ts";

/**
 * Reads a value from a result as it was sent.
 *
 * @param scrubber hides the secrets of texts in the value
 */
export type Decode<T> = (value: unknown, scrubber?: Scrubber) => Decoded<T>;

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

/**
 * The decoded result of a reply; a failure keeps its reason. What was sent is judged, and
 * the reason is that of the same result without secrets.
 */
export function decodeReply<T>(reply: Reply, decode: Decode<T>): Decoded<T> {
  if (reply.ok) {
    const { result, scrubber } = reply;
    const decoded = decode(result, scrubber);
    if (decoded.ok || scrubber === undefined) {
      return decoded;
    }
    const shown = decode(scrubber.json(result));
    return shown.ok ? unread(HIDDEN_TEXT) : shown;
  }
  const { reason } = reply;
  if (lacksMethod(reply)) {
    return { ok: false, reason, isMissing: true };
  }
  if (reply.kind === "rpc-error") {
    return { ok: false, reason, isRefused: true };
  }
  return { ok: false, reason };
}
