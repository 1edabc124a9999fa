import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import type { Question } from "../questions/question.ts";
import { NO_VALUE } from "../questions/readings.ts";
import type { BlockReader, Slot } from "./reader.ts";

/** More words that tell something are only read together. */
const MAX_APART = 16;

/**
 * Words of storage in one read, in the questions' order. The first one is a batch. In a
 * second one, what tells that a contract is no proxy is read by itself, and so is one of
 * the others: only one of several backends may take batches, and would confirm whatever it
 * says itself.
 */
export async function readWords(
  reader: BlockReader,
  questions: readonly Question<"word">[],
  turn: number,
): Promise<readonly Decoded<Hex>[]> {
  const telling = questions.filter(({ isTelling }) => isTelling === true);
  const others = questions.filter(({ isTelling }) => isTelling !== true);
  const apart = new Set(
    turn === 0
      ? []
      : [
          ...telling.slice(0, MAX_APART),
          ...reader.shuffled(others).slice(0, 1),
        ],
  );
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
