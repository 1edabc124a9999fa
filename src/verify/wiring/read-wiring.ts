import { type Address, addressInWord } from "../../base/address.ts";
import { SAFE } from "../../contracts/types/safe.ts";
import { callContracts, startCalls } from "../reading/call-contracts.ts";
import type { BlockReader } from "../reading/reader.ts";
import {
  type CodeReading,
  callKey,
  codeKey,
  NOT_READ,
} from "../reading/readings.ts";
import type { ProbedCalls } from "../reading/state-reader.ts";
import {
  type HolderReading,
  mergeAnswers,
  NO_ANSWERS,
  slotKey,
  unasked,
  type WiringAnswers,
  type WiringQuestions,
} from "./answers.ts";

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

/** The code at each address, by the probe and by a read of its own. */
async function readHolders(
  reader: BlockReader,
  holders: readonly Address[],
): Promise<WiringAnswers["holders"]> {
  if (holders.length === 0) {
    return new Map();
  }
  const [{ readings: probed }, codes, slots] = await Promise.all([
    reader.readCodes([...holders, ...SAFE.implementations]),
    reader.readCodesTogether(holders),
    reader.readSlots(holders.map((holder) => [holder, SAFE.slot])),
  ]);
  const read = async (
    holder: Address,
    index: number,
  ): Promise<[string, HolderReading]> => {
    const key = codeKey(holder);
    const second = probed.get(key) ?? NOT_READ;
    const first: CodeReading = codes[index] ?? NOT_READ;
    const slot = slots[index] ?? { ok: false, reason: NOT_READ.reason };
    const isProxy = [first, second].some((code) =>
      SAFE.proxies.has(hashOf(code) ?? ""),
    );
    const implementation =
      isProxy && slot.ok ? addressInWord(slot.value) : undefined;
    const isKnown =
      implementation === undefined ||
      hashOf(probed.get(codeKey(implementation))) !== undefined;
    const implementations = isKnown
      ? probed
      : new Map(probed).set(
          codeKey(implementation),
          await reader.readCode(implementation),
        );
    return [key, { codes: [first, second], slot, implementations }];
  };
  return new Map(await Promise.all(holders.map(read)));
}

function hashOf(code: CodeReading | undefined): string | undefined {
  return code?.kind === "code" ? code.hash : undefined;
}
