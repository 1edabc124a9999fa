import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { identifyCode } from "../../contracts/releases.ts";
import {
  callContracts,
  startCalls,
  tryContracts,
} from "../reading/call-contracts.ts";
import type { BlockReader } from "../reading/reader.ts";
import { callKey, codeKey, NO_VALUE } from "../reading/readings.ts";
import { readOwnedWord } from "../reading/shown-storage.ts";
import type { ProbedCalls } from "../reading/state-reader.ts";
import {
  type Holder,
  type HolderReading,
  mergeAnswers,
  NO_ANSWERS,
  ofKind,
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
  const others = first.filter((question) => !("call" in question));
  const [calls, named, answered] = await Promise.all([
    started.then(async ({ settle }) => await settle()),
    started.then(async ({ calls: some }) => {
      const questions = unasked(
        questionsOf({ ...NO_ANSWERS, calls: some }),
        first,
      );
      return { questions, answers: await readOnce(reader, questions, reads) };
    }),
    readOnce(reader, others, reads),
  ]);
  let asked = [...first, ...named.questions];
  let answers = mergeAnswers(answered, { calls }, named.answers);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const rest = unasked(questionsOf(answers), asked);
    if (rest.length === 0) {
      break;
    }
    asked = [...asked, ...rest];
    answers = mergeAnswers(answers, await readOnce(reader, rest, reads));
  }
  return answers;
}

/** The calls of both kinds after their first request. */
async function startAll(
  reader: BlockReader,
  questions: WiringQuestions,
  early: ProbedCalls | undefined,
) {
  const calls = ofKind(questions, "call").map(({ call }) => call);
  const optional = ofKind(questions, "optional").map(({ call }) => call);
  const all = [...calls, ...optional];
  const started = await Promise.all([
    startCalls(reader, calls, early),
    startCalls(reader, optional, early, true),
  ]);
  const first = started.flatMap((one) => one.first);
  return {
    calls: byKey(all, callKey, first),
    settle: async () => {
      const settled = started.map(({ settle }) => settle());
      return byKey(all, callKey, (await Promise.all(settled)).flat());
    },
  };
}

// These encode calls with viem, which other levels do without.
const hints = () => import("./holders/read-hints.ts");

async function readOnce(
  reader: BlockReader,
  questions: WiringQuestions,
  { startBlock = 0 }: WiringReads,
): Promise<WiringAnswers> {
  const holders = ofKind(questions, "holder");
  const runs = ofKind(questions, "runs");
  const slots = ofKind(questions, "slot");
  const logs = ofKind(questions, "logs").map(({ address }) => address);
  const codes = ofKind(questions, "code").map(({ address }) => address);
  const calls = ofKind(questions, "call").map(({ call }) => call);
  const optional = [
    ...ofKind(questions, "optional").map(({ call }) => call),
    ...holders.flatMap((holder) => holder.calls),
  ];
  const [called, tried, stored, held, ran, coded, histories] =
    await Promise.all([
      callContracts(reader, calls),
      tryContracts(reader, optional),
      Promise.all(slots.map((word) => readWord(reader, word))),
      readHolders(reader, holders),
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
  const keyOf = ({ address }: Holder) => codeKey(address);
  return {
    calls: byKey([...calls, ...optional], callKey, [...called, ...tried]),
    slots: byKey(slots, slotKey, stored),
    holders: byKey(holders, keyOf, held),
    runs: byKey(runs, keyOf, ran),
    codes: coded?.readings ?? new Map(),
    logs: byKey(logs, codeKey, histories),
  };
}

/** The code at each address, and the release that it is. */
async function readHolders(
  reader: BlockReader,
  holders: readonly Holder[],
): Promise<readonly HolderReading[]> {
  const codes = await reader.readCodesTogether(
    holders.map(({ address }) => address),
  );
  return await Promise.all(
    codes.map(async (code) => {
      const text = code.kind === "code" ? code.code : undefined;
      return { code, release: text && (await identifyCode(text)) };
    }),
  );
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
  return word ?? NO_VALUE;
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
