import type { Decoded, RpcReply } from "../types.ts";
import { revertData } from "./revert-data.ts";

const WORD_DIGITS = 64;

/**
 * What a bulk program reverted with, decoded: the first place of an answer whose
 * data the program can have written. A node that ran something else, and said so
 * or not, gives none.
 *
 * @param decode takes hexadecimal digits; `undefined` if they are no output
 */
export function decodeOutput<T>(
  reply: RpcReply,
  decode: (digits: string) => T | undefined,
): Decoded<T> {
  for (const data of revertData(reply)) {
    const value = decode(data.slice(2));
    if (value !== undefined) {
      return { ok: true, value };
    }
  }
  return {
    ok: false,
    reason: reply.ok
      ? "the endpoint does not run the bulk probe"
      : reply.reason,
  };
}

/** The word at a place of an output's header. */
export function wordAt(digits: string, index: number): bigint {
  return BigInt(
    `0x${digits.slice(WORD_DIGITS * index, WORD_DIGITS * (index + 1))}`,
  );
}
