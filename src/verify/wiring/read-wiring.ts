import { callContracts, startCalls } from "../reading/call-contracts.ts";
import type { BlockReader } from "../reading/reader.ts";
import { callKey } from "../reading/readings.ts";
import type { ProbedCalls } from "../reading/state-reader.ts";
import {
  mergeAnswers,
  NO_ANSWERS,
  slotKey,
  unasked,
  type WiringAnswers,
  type WiringQuestions,
} from "./answers.ts";
import { readHolders } from "./read-holders.ts";

/** Everything to ask, as far as it is known from the answers so far. */
export type QuestionsOf = (answers: WiringAnswers) => WiringQuestions;

/**
 * Asks everything at once. What follows from the calls is asked as soon as they are
 * answered, while those that failed are made again; what follows from the rest is
 * asked in the end.
 *
 * @param early the calls, run by the program at the time of the block
 */
export async function readWiring(
  reader: BlockReader,
  questionsOf: QuestionsOf,
  early?: ProbedCalls,
): Promise<WiringAnswers> {
  const first = unasked(questionsOf(NO_ANSWERS));
  const started = startCalls(reader, first.calls, early);
  const [calls, named, others] = await Promise.all([
    started.then(async ({ settle }) =>
      byKey(first.calls, callKey, await settle()),
    ),
    started.then(async (one) => {
      const answered = byKey(first.calls, callKey, one.first);
      const all = questionsOf({ ...NO_ANSWERS, calls: answered });
      const questions = unasked(all, first);
      return { questions, answers: await readOnce(reader, questions) };
    }),
    readOnce(reader, { ...first, calls: [] }),
  ]);
  const answers = mergeAnswers({ ...others, calls }, named.answers);
  const rest = unasked(questionsOf(answers), first, named.questions);
  return mergeAnswers(answers, await readOnce(reader, rest));
}

async function readOnce(
  reader: BlockReader,
  { calls, slots, holders }: WiringQuestions,
): Promise<WiringAnswers> {
  const words = slots.map(({ address, slot }) => [address, slot] as const);
  const [called, stored, held] = await Promise.all([
    callContracts(reader, calls),
    reader.readSlots(words),
    readHolders(reader, holders),
  ]);
  return {
    calls: byKey(calls, callKey, called),
    slots: byKey(slots, slotKey, stored),
    holders: held,
  };
}

/** The answers in the order of their questions, by the questions' keys. */
function byKey<T, A>(
  questions: readonly T[],
  keyOf: (question: T) => string,
  answers: readonly (A | undefined)[],
): ReadonlyMap<string, A> {
  return new Map(
    questions.flatMap((question, index) => {
      const answer = answers[index];
      return answer === undefined ? [] : [[keyOf(question), answer] as const];
    }),
  );
}
