import type { CodeReading, CodeReadings } from "./code-reading.ts";
import type { ProbedChunk } from "./probe-in-chunks.ts";
import type { PinnedBlock } from "./read-codes.ts";

const NO_HASH = /^0x0*$/;

/**
 * What probes of a block tell of each address. One that is missing from the
 * result must be read in another way: its chunk came from a backend of another
 * chain, or from one that has code everywhere, or it has no code at an older
 * block than asked for.
 */
export function judgeProbed(
  chunks: readonly ProbedChunk[],
  block: PinnedBlock,
  chainId: number,
): CodeReadings {
  const readings = new Map<string, CodeReading>();
  for (const { addresses, answer } of chunks) {
    const { codes, blockNumber } = answer;
    const isControlEmpty = codes[addresses.length]?.size === 0;
    if (answer.chainId !== BigInt(chainId) || !isControlEmpty) {
      continue;
    }
    for (const [index, address] of addresses.entries()) {
      const code = codes[index];
      if (code === undefined) {
        continue;
      }
      if (code.size > 0) {
        readings.set(address.toLowerCase(), {
          kind: "code",
          size: code.size,
          // Some chains do not tell the hash of an account without balance.
          hash:
            code.hash === undefined || NO_HASH.test(code.hash)
              ? undefined
              : code.hash,
          code: undefined,
        });
      } else if (blockNumber >= block.number) {
        readings.set(address.toLowerCase(), { kind: "none" });
      }
    }
  }
  return readings;
}
