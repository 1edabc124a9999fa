import type { Decoded, Hex, RpcReply } from "../types.ts";
import { decodeOutput, wordAt } from "./decode-output.ts";
import {
  HASH_BYTES,
  HEADER_BYTES,
  PROBE_MAGIC,
  SIZE_BYTES,
} from "./probe-program.ts";

/** The code at one address, as the EVM sees it. */
export interface ProbedCode {
  /** In bytes. */
  readonly size: number;
  /** EXTCODEHASH; `undefined` where the size is 0. */
  readonly hash: Hex | undefined;
}

/** What one backend said of a list of addresses, in their order. */
export interface ProbeAnswer {
  readonly chainId: bigint;
  readonly blockNumber: bigint;
  /** In the chain's own unit. */
  readonly timestamp: bigint;
  readonly codes: readonly ProbedCode[];
}

const SIZE_DIGITS = 2 * SIZE_BYTES;
const HASH_DIGITS = 2 * HASH_BYTES;

/**
 * The answer to a probe for `count` addresses. Nodes put the data of a revert
 * in several places; whatever lacks the magic word, or does not hold exactly so
 * many entries, each of the length that its size gives it, is not the program's
 * output, such as the `0x` of a node that ran something else.
 */
export function decodeProbe(
  reply: RpcReply,
  count: number,
): Decoded<ProbeAnswer> {
  return decodeOutput(reply, (digits) => readCodes(digits, count));
}

function readCodes(digits: string, count: number): ProbeAnswer | undefined {
  if (digits.length < 2 * HEADER_BYTES || wordAt(digits, 0) !== PROBE_MAGIC) {
    return undefined;
  }
  const codes: ProbedCode[] = [];
  let position = 2 * HEADER_BYTES;
  for (let index = 0; index < count; index += 1) {
    const hashAt = position + SIZE_DIGITS;
    const size = Number.parseInt(digits.slice(position, hashAt), 16);
    position = size === 0 ? hashAt : hashAt + HASH_DIGITS;
    if (position > digits.length) {
      return undefined;
    }
    codes.push({
      size,
      hash:
        size === 0
          ? undefined
          : `0x${digits.slice(hashAt, position).toLowerCase()}`,
    });
  }
  return position === digits.length
    ? {
        chainId: wordAt(digits, 1),
        blockNumber: wordAt(digits, 2),
        timestamp: wordAt(digits, 3),
        codes,
      }
    : undefined;
}
