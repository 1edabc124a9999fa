import type { Hex } from "../../base/hex.ts";
import { shuffled } from "../../base/random.ts";
import type { BlockReader } from "../reading/reader.ts";
import {
  type CodeReading,
  type CodeReadings,
  codeKey,
  controlAddress,
} from "../reading/readings.ts";

/** Several, since one of the backends may report code everywhere. */
const CONTROLS = 4;
/** Reads under way at a time: the first ones tell how the others name the block. */
const CONCURRENT_READS = 8;

/** The codes of some addresses, and what was read of random ones at the same time. */
export interface ControlledCodes {
  readonly readings: CodeReadings;
  /** Readings of random addresses, which have no code. */
  readonly controls: readonly CodeReading[];
}

/**
 * The code at each address, by a request for each, in random order. The random
 * addresses are anywhere among them, so that answers which are shifted by one
 * request give some of them code.
 */
export async function readOneByOne(
  reader: BlockReader,
  addresses: readonly Hex[],
): Promise<ControlledCodes> {
  if (addresses.length === 0) {
    return { readings: new Map(), controls: [] };
  }
  const controls = Array.from({ length: CONTROLS }, controlAddress);
  const queue = [...shuffled([...addresses, ...controls], reader.random)];
  const all = new Map<string, CodeReading>();
  async function work(): Promise<void> {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      all.set(codeKey(next), await reader.readCode(next));
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_READS }, work));
  const ofControls = controls.flatMap((control) => {
    const reading = all.get(codeKey(control));
    all.delete(codeKey(control));
    return reading === undefined ? [] : [reading];
  });
  return { readings: all, controls: ofControls };
}
