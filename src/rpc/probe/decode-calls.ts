import type { Decoded, Hex, RpcReply } from "../types.ts";
import { CALL_MAGIC } from "./call-program.ts";
import { decodeOutput, wordAt } from "./decode-output.ts";
import { HEADER_BYTES } from "./probe-program.ts";

/** What one call did. */
export interface CallOutcome {
  readonly success: boolean;
  /** Whether it succeeded only since there is no code to fail. */
  readonly isCodeless: boolean;
  /** What it returned, or reverted with. */
  readonly data: Hex;
}

/** What one backend answered to a list of calls, in their order. */
export interface CallsAnswer {
  readonly chainId: bigint;
  readonly blockNumber: bigint;
  readonly outcomes: readonly CallOutcome[];
}

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
  return decodeOutput(reply, (digits) => readCalls(digits, count));
}

function readCalls(digits: string, count: number): CallsAnswer | undefined {
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
    if (!/^0[012]$/.test(success) || data.length !== 2 * length) {
      return undefined;
    }
    outcomes.push({
      success: success !== "00",
      isCodeless: success === "02",
      data: `0x${data}`,
    });
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
