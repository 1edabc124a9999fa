import type { Hex } from "../base/hex.ts";
import type { Decoded } from "../base/records.ts";
import type { Reply } from "../http/types.ts";
import {
  type DecodedNext,
  decodeOutput,
  headerCode,
  type ProgramAnswers,
  programCall,
} from "./bulk-program.ts";

/** The first word of the output, which identifies the program. */
export const CALL_MAGIC = 0x63616c6cn;

/** One call, with at most 65 535 bytes of data. */
export interface ProbeCall {
  readonly to: Hex;
  readonly data: Hex;
  /** True if it may return a list, for which the program may have too little gas. */
  readonly isList?: boolean | undefined;
}

/**
 * Creation code that makes the calls appended to it, each a 20-byte address, a
 * 2-byte length and the call data, and reverts with the words [magic, chain id,
 * block number, timestamp, parent's hash], then for each call a byte of success, a
 * 4-byte length and what it returned. Success is 0 or 1, and 2 where there is no code,
 * which takes any call; 3 means that it failed after 20 000 gas, which may have
 * been too little. A call gets 200 000 gas at most, so that one which burns all of its gas
 * leaves enough for the others.
 *
 * The stack holds the output's end and the input's position, [out, in].
 */
export const CALL_PROGRAM: Hex = `0x${[
  headerCode(CALL_MAGIC),
  "60a0", // out = 160
  "6087", // in = 135, the program's length
  "5b", // 32: next call
  "388110602b5750", // while in < CODESIZE go to 43, else drop in
  "6000fd", // REVERT(0, out)
  "5b", // 43: one call
  "6016818339", // CODECOPY(out, in, 22)
  "81518060501c61ffff16", // length = the two bytes after the address
  "9060601c", // to = the first twenty
  "81836016018539", // CODECOPY(out, in + 22, length)
  "5a60006000848785", // GAS, 0, 0, length, out, to
  "62030d40fa", // STATICCALL with 200 000 gas
  "905a9003614e2010", // isSpent = 20 000 < gas - GAS
  "81150260030291", // 3 where it failed and isSpent, below success and to
  "3b151b17", // ... | success << (EXTCODESIZE(to) == 0)
  "8353", // memory[out] = that, one byte
  "01601601", // in += 22 + length
  "3d60e01b8260010152", // memory[out + 1] = RETURNDATASIZE, four bytes
  "3d6000836005013e", // RETURNDATACOPY(out + 5, 0, RETURNDATASIZE)
  "903d0160050190", // out += 5 + RETURNDATASIZE
  "602056", // go to 32
].join("")}`;

/** The creation code that makes the given calls. */
export function encodeCalls(calls: readonly ProbeCall[]): Hex {
  const packed = calls.map(({ to, data }) => {
    const digits = data.slice(2);
    const length = (digits.length / 2).toString(16).padStart(4, "0");
    return `${to.slice(2).toLowerCase()}${length}${digits}`;
  });
  return `${CALL_PROGRAM}${packed.join("")}`;
}

/** The outcome of one call. */
export interface CallOutcome {
  readonly success: boolean;
  /** True if it succeeded only because there is no code at the address. */
  readonly isCodeless: boolean;
  /** True if it failed, and may have had too little gas. */
  readonly isSpent: boolean;
  /** The return or revert data. */
  readonly data: Hex;
}

const SUCCESS_DIGITS = 2;
const LENGTH_DIGITS = 8;

/** Decodes the output for `count` calls, each of its declared length. */
export function decodeCalls(
  reply: Reply,
  count: number,
): Decoded<ProgramAnswers<CallOutcome>> {
  return decodeOutput(reply, CALL_MAGIC, count, decodeOutcome);
}

function decodeOutcome(digits: string): DecodedNext<CallOutcome> | undefined {
  const start = SUCCESS_DIGITS + LENGTH_DIGITS;
  const success = digits.slice(0, SUCCESS_DIGITS);
  const size = Number.parseInt(digits.slice(SUCCESS_DIGITS, start), 16);
  const data = digits.slice(start, start + 2 * size);
  if (/^0[0123]$/.test(success) && data.length === 2 * size) {
    return {
      answer: {
        success: success === "01" || success === "02",
        isCodeless: success === "02",
        isSpent: success === "03",
        data: `0x${data}`,
      },
      length: start + 2 * size,
    };
  }
  return undefined;
}

/** Where the program ends, by REVERT(0, out). */
const END = CALL_PROGRAM.indexOf("6000fd5b60168183");
/** STOP, since nodes do not tell what a call has touched that failed. */
const STOPPED: Hex = `0x${CALL_PROGRAM.slice(2, END)}000000${CALL_PROGRAM.slice(END + 6)}`;

/** The call of `eth_createAccessList` by which a node tells what view calls touch. */
export function touchingCall(calls: readonly ProbeCall[]) {
  return programCall(
    `${STOPPED}${encodeCalls(calls).slice(CALL_PROGRAM.length)}`,
  );
}
