import type { ProbedCode } from "../../rpc/probe/decode-probe.ts";
import type { PinnedBlock } from "../pinned-block.ts";
import type { CodeReading, CodeReadings } from "./code-reading.ts";
import type { ProbedChunk } from "./probe-in-chunks.ts";

const NO_HASH = /^0x0*$/;
/** keccak256 of no bytes, which no code has for its hash. */
const HASH_OF_NOTHING =
  "0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470";
/** Far beyond every chain's limit, and more than any other read could give. */
const MOST_CODE_BYTES = 2 ** 24;

/**
 * What probes of a block tell of each address, the later ones of an address that
 * several hold, but no code as soon as one of them says so. One that is missing from the
 * result must be read in another way: its chunk came from a backend that has
 * code everywhere, or it has no code at an older block than asked for, or what
 * no account can have. Where a backend of another chain answered, the reading is
 * unknown: a single read could not tell which backend it came from.
 */
export function judgeProbed(
  chunks: readonly ProbedChunk[],
  block: PinnedBlock,
  chainId: number,
): CodeReadings {
  const readings = new Map<string, CodeReading>();
  for (const { addresses, control, answer } of chunks) {
    const { codes } = answer;
    const isOtherChain = answer.chainId !== BigInt(chainId);
    const isBehind = answer.blockNumber < block.number;
    if (!isOtherChain && codes[addresses.indexOf(control)]?.size !== 0) {
      continue;
    }
    for (const [index, address] of addresses.entries()) {
      const code = codes[index];
      const reading = isOtherChain
        ? ofOtherChain(answer.chainId, chainId)
        : code && readingOf(code, isBehind);
      const id = address.toLowerCase();
      const isDenied = readings.get(id)?.kind === "none";
      if (reading !== undefined && address !== control && !isDenied) {
        readings.set(id, reading);
      }
    }
  }
  return readings;
}

function ofOtherChain(actual: bigint, expected: number): CodeReading {
  return {
    kind: "unknown",
    reason: `a backend of the endpoint answers for chain id ${actual}, not ${expected}`,
  };
}

function readingOf(
  { size, hash }: ProbedCode,
  isBehind: boolean,
): CodeReading | undefined {
  if (size === 0) {
    return isBehind ? undefined : { kind: "none" };
  }
  if (size > MOST_CODE_BYTES || hash === HASH_OF_NOTHING) {
    return undefined;
  }
  // Some chains do not tell the hash of an account without balance.
  const known = hash === undefined || NO_HASH.test(hash) ? undefined : hash;
  return { kind: "code", size, hash: known, code: undefined };
}
