import type { Decoded, Hex, RpcReply } from "../types.ts";
import { CALL_MAGIC } from "./call-program.ts";
import { HEADER_BYTES } from "./probe-program.ts";
import { revertData } from "./revert-data.ts";

/** What one call did. */
export interface CallOutcome {
  readonly success: boolean;
  /** What it returned, or reverted with. */
  readonly data: Hex;
}

/** What one backend answered to a list of calls, in their order. */
export interface CallsAnswer {
  readonly chainId: bigint;
  readonly blockNumber: bigint;
  readonly outcomes: readonly CallOutcome[];
}

const WORD_DIGITS = 64;
const SUCCESS_DIGITS = 2;
const LENGTH_DIGITS = 8;

/**
 * The answer to `count` calls, accepted only with the magic word and exactly as
 * many outcomes, each of the length it says.
 */
export function decodeCalls(
  reply: RpcReply,
  count: number,
): Decoded<CallsAnswer> {
  for (const data of revertData(reply)) {
    const answer = decodeOutput(data, count);
    if (answer !== undefined) {
      return { ok: true, value: answer };
    }
  }
  return {
    ok: false,
    reason: reply.ok
      ? "the endpoint does not run the bulk probe"
      : reply.reason,
  };
}

function decodeOutput(output: Hex, count: number): CallsAnswer | undefined {
  const digits = output.slice(2);
  if (digits.length < 2 * HEADER_BYTES || wordAt(digits, 0) !== CALL_MAGIC) {
    return undefined;
  }
  const outcomes: CallOutcome[] = [];
  let position = 2 * HEADER_BYTES;
  for (let index = 0; index < count; index += 1) {
    const start = position + SUCCESS_DIGITS + LENGTH_DIGITS;
    const success = digits.slice(position, position + SUCCESS_DIGITS);
    const length = Number.parseInt(
      digits.slice(position + SUCCESS_DIGITS, start),
      16,
    );
    const data = digits.slice(start, start + 2 * length);
    if (!/^0[01]$/.test(success) || data.length !== 2 * length) {
      return undefined;
    }
    outcomes.push({ success: success === "01", data: `0x${data}` });
    position = start + 2 * length;
  }
  return position === digits.length
    ? {
        chainId: wordAt(digits, 1),
        blockNumber: wordAt(digits, 2),
        outcomes,
      }
    : undefined;
}

function wordAt(digits: string, index: number): bigint {
  return BigInt(
    `0x${digits.slice(WORD_DIGITS * index, WORD_DIGITS * (index + 1))}`,
  );
}
