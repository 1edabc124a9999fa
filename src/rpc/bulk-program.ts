import { type Hex, isHex } from "../base/hex.ts";
import { type Decoded, isRecord, unread } from "../base/records.ts";
import type { Reply } from "../http/types.ts";

/**
 * Enough for 500 addresses at about 3 200 gas each, and below the block gas limit of
 * all known chains, which some nodes enforce for calls.
 */
const GAS = "0x3d0900";

/** The sender of calls. Without one, some nodes look up an account first. */
export const ZERO_ADDRESS: Hex = `0x${"00".repeat(20)}`;

/** The `eth_call` that runs creation code, which creates nothing. */
export function programCall(data: Hex) {
  return { from: ZERO_ADDRESS, gas: GAS, data };
}

/**
 * Tells whether a request is such a call; what it asks can be asked without it.
 */
export function isProgramCall(
  method: string,
  [call]: readonly unknown[],
): boolean {
  return method === "eth_call" && isRecord(call) && !Object.hasOwn(call, "to");
}

/** The code at the start of a program that writes its header to memory. */
export function headerCode(magic: bigint): string {
  return [
    `63${magic.toString(16).padStart(8, "0")}600052`, // memory[0] = magic
    "46602052", // memory[32] = CHAINID
    "43604052", // memory[64] = NUMBER
    "42606052", // memory[96] = TIMESTAMP
    "6001430340608052", // memory[128] = BLOCKHASH(NUMBER - 1)
  ].join("");
}

/** Where a program was executed, as read by the program itself. */
export interface ProgramOrigin {
  readonly chainId: bigint;
  readonly blockNumber: bigint;
  /** In the unit of the chain. */
  readonly timestamp: bigint;
  /** The hash of the block before; 0 on chains that do not tell it. */
  readonly parentHash: bigint;
}

/** A program's answers to a list of questions, in their order. */
export interface ProgramAnswers<T> extends ProgramOrigin {
  readonly answers: readonly T[];
}

const WORD_DIGITS = 64;
/** The size of the words [magic, chain id, block number, timestamp, parent's hash]. */
export const HEADER_BYTES = 160;

/**
 * Decodes the revert data of a bulk program for `count` questions, from the first place
 * in the reply that has the format of its output: the magic word, and exactly as many
 * answers, each of the length that it implies. Nodes that executed something else have
 * none, such as those that send `0x`.
 *
 * @param magic the first word of the program's output
 * @param decodeNext decodes the answer at the start of the digits that are left;
 * `undefined` if there is none
 */
export function decodeOutput<T>(
  reply: Reply,
  magic: bigint,
  count: number,
  decodeNext: (digits: string) => DecodedNext<T> | undefined,
): Decoded<ProgramAnswers<T>> {
  for (const data of revertData(reply)) {
    const digits = data.slice(2);
    const header = digits.slice(0, 2 * HEADER_BYTES);
    if (header.length < 2 * HEADER_BYTES || wordAt(header, 0) !== magic) {
      continue;
    }
    const answers: T[] = [];
    let rest = digits.slice(2 * HEADER_BYTES);
    while (answers.length < count) {
      const next = decodeNext(rest);
      if (next === undefined || rest.length < next.length) {
        break;
      }
      answers.push(next.answer);
      rest = rest.slice(next.length);
    }
    if (answers.length === count && rest === "") {
      return {
        ok: true,
        value: {
          chainId: wordAt(header, 1),
          blockNumber: wordAt(header, 2),
          timestamp: wordAt(header, 3),
          parentHash: wordAt(header, 4),
          answers,
        },
      };
    }
  }
  return unread(
    reply.ok ? "the endpoint does not support the bulk probe" : reply.reason,
  );
}

/** One answer, and how many digits it takes, which may be more than there are. */
export interface DecodedNext<T> {
  readonly answer: T;
  readonly length: number;
}

/**
 * The candidates for revert data: nodes put it into the result, into the data of the
 * error, or one level below.
 */
function revertData(reply: Reply): readonly Hex[] {
  if (reply.ok) {
    return [reply.result].filter(isHex);
  }
  const { data } = reply;
  const nested = isRecord(data) ? [data["data"], data["result"]] : [];
  return [data, ...nested].filter(isHex);
}

function wordAt(digits: string, index: number): bigint {
  return BigInt(
    `0x${digits.slice(WORD_DIGITS * index, WORD_DIGITS * (index + 1))}`,
  );
}
