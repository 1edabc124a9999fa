import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { identifyCode } from "../../contracts/releases.ts";
import type { ProbeCall } from "../../rpc/probe-calls.ts";
import { readOwnedWord } from "../follow/shown-storage.ts";
import {
  type AnsweredQuestion,
  type AnswerTo,
  ofKind,
  type QuestionKind,
  questionKey,
  type StorageWord,
  WiringAnswers,
  type WiringQuestion,
  type WiringQuestions,
} from "../questions/answers.ts";
import { codeKey, NO_VALUE } from "../questions/readings.ts";
import { callContracts, startCalls, tryContracts } from "./read-calls.ts";
import type { BlockReader } from "./reader.ts";
import type { ProbedCalls } from "./state-reader.ts";

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
  const asked = new Set<string>();
  const unasked = (answers: WiringAnswers) =>
    questionsOf(answers).filter((question) => {
      const key = questionKey(question);
      const isNew = !asked.has(key);
      asked.add(key);
      return isNew;
    });
  const first = unasked(new WiringAnswers());
  const started = startAll(reader, first.filter(isEarly), reads.early);
  const [calls, named, others] = await Promise.all([
    started.then(async ({ settle }) => await settle()),
    started.then(async ({ answered }) => {
      const questions = unasked(new WiringAnswers(answered));
      return await readOnce(reader, questions, reads);
    }),
    readOnce(
      reader,
      first.filter((question) => !isEarly(question)),
      reads,
    ),
  ]);
  let answers = new WiringAnswers([...others, ...calls, ...named]);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const rest = unasked(answers);
    if (rest.length === 0) {
      break;
    }
    answers = answers.with(await readOnce(reader, rest, reads));
  }
  return answers;
}

/** Whether a call needs no answer to others, and may be made before the block is known. */
export function isEarly(
  question: WiringQuestion,
): question is WiringQuestion<"call" | "optional"> {
  return (
    question.kind === "call" ||
    (question.kind === "optional" && question.isFollowed !== true)
  );
}

/** The calls of both kinds after their first request. */
async function startAll(
  reader: BlockReader,
  questions: WiringQuestions,
  early: ProbedCalls | undefined,
) {
  const kinds = (["call", "optional"] as const).map(async (kind) => {
    const some = ofKind(questions, kind);
    const isOptional = kind === "optional";
    const calls = callsIn(some);
    const { first, settle } = await startCalls(
      reader,
      calls,
      early,
      isOptional,
    );
    return {
      answered: withAnswers(some, first),
      settle: async () => withAnswers(some, await settle()),
    };
  });
  const started = await Promise.all(kinds);
  return {
    answered: started.flatMap(({ answered }) => answered),
    settle: async () =>
      (await Promise.all(started.map(({ settle }) => settle()))).flat(),
  };
}

function callsIn(
  questions: readonly WiringQuestion<"call" | "optional">[],
): readonly ProbeCall[] {
  return questions.map(({ call }) => call);
}

/** How the questions of each kind are asked together. */
const READS: {
  readonly [K in QuestionKind]: (
    reader: BlockReader,
    questions: readonly WiringQuestion<K>[],
    reads: WiringReads,
  ) => Promise<readonly (AnswerTo<K> | undefined)[]>;
} = {
  call: (reader, questions) => callContracts(reader, callsIn(questions)),
  optional: (reader, questions) => tryContracts(reader, callsIn(questions)),
  slot: (reader, words) =>
    Promise.all(words.map((word) => readWord(reader, word))),
  holder: async (reader, holders) => {
    const codes = await reader.readCodesTogether(
      holders.map(({ address }) => address),
    );
    return await Promise.all(
      codes.map(async (code) => {
        const text = code.kind === "code" ? code.code : undefined;
        return { code, release: text && (await identifyCode(text)) };
      }),
    );
  },
  runs: async (reader, contracts) => {
    const { readRuns } = await hints();
    return await Promise.all(contracts.map((one) => readRuns(reader, one)));
  },
  code: async (reader, questions) => {
    const addresses = questions.map(({ address }) => address);
    const { readings } = await reader.readCodes(addresses);
    return addresses.map((address) => readings.get(codeKey(address)));
  },
  logs: async (reader, contracts, { startBlock = 0 }) => {
    const { readRoleHistory } = await hints();
    return await Promise.all(
      contracts.map(({ address }) =>
        readRoleHistory(reader, address, BigInt(startBlock)),
      ),
    );
  },
};

// These encode calls with viem, which other levels do without.
const hints = () => import("./read-hints.ts");

async function readOnce(
  reader: BlockReader,
  questions: WiringQuestions,
  reads: WiringReads,
): Promise<readonly AnsweredQuestion[]> {
  const readKind = async <K extends QuestionKind>(
    kind: K,
    some: WiringQuestions,
  ) => withAnswers(some, await READS[kind](reader, ofKind(some, kind), reads));
  const byKind = Map.groupBy(questions, ({ kind }) => kind);
  const read = [...byKind].map(([kind, some]) => readKind(kind, some));
  return (await Promise.all(read)).flat();
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

/** Questions with their answers, which are in the same order, where there are any. */
function withAnswers(
  questions: WiringQuestions,
  answers: readonly (AnswerTo<QuestionKind> | undefined)[],
): readonly AnsweredQuestion[] {
  return questions.flatMap((question, index) => {
    const answer = answers[index];
    return answer === undefined ? [] : [[question, answer] as const];
  });
}
