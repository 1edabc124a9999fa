import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import type { Question } from "../questions/question.ts";
import { NO_VALUE } from "../questions/readings.ts";
import type { BlockReader, Slot } from "./reader.ts";

/**
 * Words of storage in one read, in the questions' order. Of a second read, one word is read
 * by itself, too: only one of several backends may take batches, and would confirm
 * whatever it says itself.
 */
export async function readWords(
  reader: BlockReader,
  questions: readonly Question<"word">[],
  turn: number,
): Promise<readonly Decoded<Hex>[]> {
  const batched = questions.filter(({ isAlone }) => isAlone !== true);
  const apart = new Set([
    ...questions.filter(({ isAlone }) => isAlone === true),
    ...(turn === 0 ? [] : reader.shuffled(batched).slice(0, 1)),
  ]);
  const together = questions.filter((one) => !apart.has(one));
  const [some, rest] = await Promise.all([
    reader.readSlots([...apart].map(slotOf), false),
    reader.readSlots(together.map(slotOf), true),
  ]);
  const read = new Map([
    ...[...apart].map((one, index) => [one, some[index]] as const),
    ...together.map((one, index) => [one, rest[index]] as const),
  ]);
  return questions.map((one) => read.get(one) ?? NO_VALUE);
}

function slotOf({ address, slot }: Question<"word">): Slot {
  return [address, slot];
}
