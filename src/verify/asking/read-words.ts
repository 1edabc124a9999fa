import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import type { Question } from "../questions/question.ts";
import { NO_VALUE, STORAGE_DISAGREES } from "../questions/readings.ts";
import type { BlockReader, Slot } from "./reader.ts";

/**
 * Words of storage in one read, in the questions' order. Of a second read, one word is read
 * by itself, too, unless some are later on: only one of several backends may take batches,
 * and would confirm whatever it says itself. Many words are read once, in any order, and
 * the first of them by itself as well.
 */
export async function readWords(
  reader: BlockReader,
  questions: readonly Question<"word">[],
  turn: number,
): Promise<readonly Decoded<Hex>[]> {
  const many = reader.shuffled(questions.filter(({ isOfMany }) => isOfMany));
  const alone = questions.filter(({ isAlone }) => isAlone);
  const few = questions.filter((one) => !(one.isOfMany || one.isAlone));
  const isShown = turn === 0 || few.some(({ isTelling }) => isTelling);
  const chosen = isShown ? [] : reader.shuffled(few).slice(0, 1);
  const apart = [...alone, ...chosen];
  const checked = many.slice(0, 1);
  const together = [...many, ...few.filter((one) => !chosen.includes(one))];
  const [some, rest] = await Promise.all([
    reader.readSlots([...apart, ...checked].map(slotOf), false),
    reader.readSlots(together.map(slotOf), true),
  ]);
  const read = new Map([
    ...apart.map((one, index) => [one, some[index]] as const),
    ...together.map((one, index) => [one, rest[index]] as const),
  ]);
  if (many.length > 0 && isDisputed(some[apart.length], rest[0])) {
    for (const one of many) {
      read.set(one, STORAGE_DISAGREES);
    }
  }
  return questions.map((one) => read.get(one) ?? NO_VALUE);
}

/** True if a word that was read by itself is another one than in a batch. */
function isDisputed(
  alone: Decoded<Hex> | undefined,
  batched: Decoded<Hex> | undefined,
): boolean {
  if (!alone?.ok || !batched?.ok) {
    return false;
  }
  return BigInt(alone.value) !== BigInt(batched.value);
}

function slotOf({ address, slot }: Question<"word">): Slot {
  return [address, slot];
}
