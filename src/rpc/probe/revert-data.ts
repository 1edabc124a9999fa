import { isHex } from "../is-hex.ts";
import { isRecord } from "../is-record.ts";
import type { Hex, RpcReply } from "../types.ts";

/**
 * Where an answer may hold what a program reverted with: nodes put it into the
 * result, the error's data, or one level below.
 */
export function revertData(reply: RpcReply): readonly Hex[] {
  if (reply.ok) {
    return [reply.result].filter(isHex);
  }
  const { data } = reply;
  const nested = isRecord(data) ? [data["data"], data["result"]] : [];
  return [data, ...nested].filter(isHex);
}
