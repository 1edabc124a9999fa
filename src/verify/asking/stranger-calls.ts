import type { Decoded } from "../../base/records.ts";
import { failedInEvm } from "../../rpc/judge-rpc-error.ts";
import type { Question } from "../questions/question.ts";
import type { BlockReader } from "./reader.ts";
import { controlAddress, singleCall } from "./state-reader.ts";

/** Tells whether calls by somebody without any role are executed. */
export async function readStrangers(
  reader: BlockReader,
  calls: readonly Question<"stranger">[],
): Promise<readonly Decoded<boolean>[]> {
  const from = controlAddress();
  const replies = await reader.requestHints(
    "eth_call",
    calls.map(({ address: to, data }) => (block) => [
      { ...singleCall({ to, data }), from },
      block,
    ]),
  );
  return replies.map((reply) => {
    if (reply.ok) {
      return { ok: true, value: true };
    }
    if (failedInEvm(reply)) {
      return { ok: true, value: false };
    }
    return { ok: false, reason: reply.reason };
  });
}
