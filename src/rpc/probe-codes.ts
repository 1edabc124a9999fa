import type { Hex } from "../base/hex.ts";
import type { Decoded } from "../base/records.ts";
import type { Reply } from "../http/types.ts";
import {
  type DecodedNext,
  decodeOutput,
  headerCode,
  type ProgramAnswers,
} from "./bulk-program.ts";

/** The first word of the output, which identifies the program. */
const PROBE_MAGIC = 0x63616c70n;
/** The bytes of a code size. */
export const SIZE_BYTES = 4;
/** The bytes of a code hash, which follows the size unless that is zero. */
const HASH_BYTES = 32;

/**
 * Creation code that walks the 20-byte addresses appended to it and reverts
 * with the words [magic, chain id, block number, timestamp, parent's hash], then
 * for each address a code size of 4 bytes and, if there is code, its hash of 32.
 *
 * It reverts since a node may answer a successful creation with the new address
 * alone, and charges for every byte returned. It needs no opcode newer than
 * Istanbul's CHAINID.
 *
 * The stack holds the output's end and the input's position, [out, in].
 */
export const PROBE_PROGRAM: Hex = `0x${[
  headerCode(PROBE_MAGIC),
  "60a0", // out = 160
  "6057", // in = 87, the program's length
  "5b", // 32: next address
  "388110602b5750", // while in < CODESIZE go to 43, else drop in
  "6000fd", // REVERT(0, out)
  "5b", // 43: one address
  "6014818339", // CODECOPY(out, in, 20)
  "815160601c", // address = memory[out] >> 96
  "803b", // size = EXTCODESIZE(address)
  "8060e01b8452", // memory[out] = size << 224
  "903f8360040152", // memory[out + 4] = EXTCODEHASH(address); drop address
  "151560051b600401", // length = 4, and 32 more unless size is 0; drop size
  "90601401", // in += 20
  "910190", // out += length
  "602056", // go to 32
].join("")}`;

/** The creation code that asks for the given addresses. */
export function encodeProbe(addresses: readonly Hex[]): Hex {
  const packed = addresses.map((address) => address.slice(2).toLowerCase());
  return `${PROBE_PROGRAM}${packed.join("")}`;
}

/** The code at one address, as the EVM sees it. */
export interface ProbedCode {
  /** In bytes. */
  readonly size: number;
  /** EXTCODEHASH; `undefined` where the size is 0. */
  readonly hash: Hex | undefined;
}

const SIZE_DIGITS = 2 * SIZE_BYTES;
const HASH_DIGITS = 2 * HASH_BYTES;

/** Decodes the output for `count` addresses, each of the length that its size implies. */
export function decodeProbe(
  reply: Reply,
  count: number,
): Decoded<ProgramAnswers<ProbedCode>> {
  return decodeOutput(reply, PROBE_MAGIC, count, decodeCode);
}

function decodeCode(digits: string): DecodedNext<ProbedCode> {
  const size = Number.parseInt(digits.slice(0, SIZE_DIGITS), 16);
  const length = size === 0 ? SIZE_DIGITS : SIZE_DIGITS + HASH_DIGITS;
  const hash = digits.slice(SIZE_DIGITS, length).toLowerCase();
  const answer = {
    size,
    hash: size === 0 ? undefined : (`0x${hash}` as const),
  };
  return { answer, length };
}
