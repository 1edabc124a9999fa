import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import type { ProbeCall } from "../../rpc/probe-calls.ts";
import {
  callContracts,
  startCalls,
  tryContracts,
} from "../reading/call-contracts.ts";
import type { BlockReader } from "../reading/reader.ts";
import { callKey, codeKey, NOT_READ } from "../reading/readings.ts";
import { readOwnedWord } from "../reading/shown-storage.ts";
import type { ProbedCalls } from "../reading/state-reader.ts";
import {
  isEmpty,
  mergeAnswers,
  NO_ANSWERS,
  type StorageWord,
  slotKey,
  unasked,
  type WiringAnswers,
  type WiringQuestions,
} from "./answers.ts";

/** Everything to ask, as far as it is known from the answers so far. */
export type QuestionsOf = (answers: WiringAnswers) => WiringQuestions;

/** What the reads need besides the questions. */
export interface WiringReads {
  /** The calls, run by the program at the time of the block. */
  readonly early?: ProbedCalls | undefined;
  /** Events before this block are not looked for one by one. */
  readonly startBlock?: number | undefined;
}

/** Each step to somebody who controls something takes one or two. */
const MAX_ROUNDS = 10;

/**
 * Asks everything at once. What follows from the calls is asked as soon as they are
 * answered, while those that failed are made again; what follows from that is asked
 * round by round.
 */
export async function readWiring(
  reader: BlockReader,
  questionsOf: QuestionsOf,
  reads: WiringReads = {},
): Promise<WiringAnswers> {
  const first = unasked(questionsOf(NO_ANSWERS));
  const started = startAll(reader, first, reads.early);
  const [calls, named, others] = await Promise.all([
    started.then(async ({ settle }) => await settle()),
    started.then(async ({ answered }) => {
      const all = questionsOf({ ...NO_ANSWERS, calls: answered });
      const questions = unasked(all, first);
      return { questions, answers: await readOnce(reader, questions, reads) };
    }),
    readOnce(reader, { ...first, calls: [], optional: [] }, reads),
  ]);
  const asked = [first, named.questions];
  let answers = mergeAnswers(others, { calls }, named.answers);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const rest = unasked(questionsOf(answers), ...asked);
    if (isEmpty(rest)) {
      break;
    }
    asked.push(rest);
    answers = mergeAnswers(answers, await readOnce(reader, rest, reads));
  }
  return answers;
}

/** The calls of both kinds after their first request. */
async function startAll(
  reader: BlockReader,
  { calls, optional }: WiringQuestions,
  early: ProbedCalls | undefined,
) {
  const all = [...calls, ...optional];
  const started = await Promise.all([
    startCalls(reader, calls, early),
    startCalls(reader, optional, early, true),
  ]);
  return {
    answered: byKey(
      all,
      callKey,
      started.flatMap(({ first }) => first),
    ),
    settle: async () => {
      const settled = started.map(({ settle }) => settle());
      return byKey(all, callKey, (await Promise.all(settled)).flat());
    },
  };
}

// These encode calls with viem, which other levels do without.
const hints = () => import("./holders/read-hints.ts");
const whoHolds = () => import("./holders/read-holders.ts");

async function readOnce(
  reader: BlockReader,
  { calls, optional, slots, holders, runs, codes, logs }: WiringQuestions,
  { startBlock = 0 }: WiringReads,
): Promise<WiringAnswers> {
  const [called, tried, stored, held, ran, coded, histories] =
    await Promise.all([
      callContracts(reader, calls),
      tryContracts(reader, optional),
      Promise.all(slots.map((word) => readWord(reader, word))),
      holders.length === 0
        ? {}
        : whoHolds().then(({ readHolders }) => readHolders(reader, holders)),
      Promise.all(
        runs.map(async (one) => await (await hints()).readRuns(reader, one)),
      ),
      codes.length === 0 ? undefined : reader.readCodes(codes),
      logs.length === 0
        ? []
        : hints().then(({ readRoleHistories }) =>
            readRoleHistories(reader, logs, startBlock),
          ),
    ]);
  const ofAll: readonly ProbeCall[] = [...calls, ...optional];
  return mergeAnswers(held, {
    calls: byKey(ofAll, callKey, [...called, ...tried]),
    slots: byKey(slots, slotKey, stored),
    runs: byKey(runs, ({ address }) => codeKey(address), ran),
    codes: coded?.readings ?? new Map(),
    logs: byKey(logs, codeKey, histories),
  });
}

/** A word that releases with an owner never leave zero, or one that may be. */
async function readWord(
  reader: BlockReader,
  { address, slot, isOwned }: StorageWord,
): Promise<Decoded<Hex>> {
  if (isOwned) {
    return await readOwnedWord(reader, [address, slot]);
  }
  const [word] = await reader.readSlots([[address, slot]]);
  return word ?? { ok: false, reason: NOT_READ.reason };
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
