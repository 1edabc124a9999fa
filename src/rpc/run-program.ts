import type { Hex } from "../base/hex.ts";
import { isHex } from "../base/hex.ts";
import type { Decoded } from "../base/records.ts";
import { isRecord } from "../base/records.ts";
import type { Reply } from "../http/types.ts";
import type { RpcTransport } from "./types.ts";

/**
 * Enough for 500 addresses at about 3 200 gas each, and below the block gas
 * limit of every chain known, which some nodes do not let a call exceed.
 */
const GAS = "0x3d0900";

/** Who calls: nobody. Without a sender some nodes look for an account first. */
export const NOBODY: Hex = `0x${"00".repeat(20)}`;

/**
 * Runs creation code in an `eth_call`, which creates nothing.
 *
 * @param block the block tag or number to run it at
 */
export async function runProgram(
  transport: RpcTransport,
  data: Hex,
  block: string,
): Promise<Reply> {
  return await transport.request("eth_call", [
    { from: NOBODY, gas: GAS, data },
    block,
  ]);
}

/**
 * Where an answer may hold what a program reverted with: nodes put it into the
 * result, the error's data, or one level below.
 */
function revertData(reply: Reply): readonly Hex[] {
  if (reply.ok) {
    return [reply.result].filter(isHex);
  }
  const { data } = reply;
  const nested = isRecord(data) ? [data["data"], data["result"]] : [];
  return [data, ...nested].filter(isHex);
}

const WORD_DIGITS = 64;

/**
 * What a bulk program reverted with, decoded: the first place of an answer whose
 * data the program can have written. A node that ran something else, and said so
 * or not, gives none.
 *
 * @param decode takes hexadecimal digits; `undefined` if they are no output
 */
export function decodeOutput<T>(
  reply: Reply,
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
