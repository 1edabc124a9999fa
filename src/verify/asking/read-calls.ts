import type { CallOutcome, ProbeCall } from "../../rpc/probe-calls.ts";
import type { Answers, Question } from "../questions/question.ts";
import {
  type CallReading,
  callKey,
  isWhole,
  NO_PROOF,
} from "../questions/readings.ts";
import type { BlockReader } from "./block-reader.ts";
import type { ProbedCalls } from "./state-reader.ts";

/**
 * Reads calls once, in the questions' order: by the program where it runs. In a
 * further read, what failed is called by itself, unless it may well fail.
 */
export async function readCalls(
  reader: BlockReader,
  questions: readonly Question<"call">[],
  { turn, answers }: { readonly turn: number; readonly answers: Answers },
): Promise<readonly CallReading[]> {
  const isProbed = (one: Question<"call">) =>
    turn === 0 || one.isOptional === true;
  const alone = callsIn(questions.filter((one) => !isProbed(one)));
  const [read, single] = await Promise.all([
    readByProgram(reader, questions.filter(isProbed), answers),
    reader.readCalls(alone, reader.hasProgram),
  ]);
  for (const [index, call] of alone.entries()) {
    read.set(callKey(call), single[index] ?? NO_PROOF);
  }
  return questions.map(({ call }) => read.get(callKey(call)) ?? NO_PROOF);
}

/** Calls by the program, and by requests of their own what it does not tell. */
async function readByProgram(
  reader: BlockReader,
  questions: readonly Question<"call">[],
  answers: Answers,
): Promise<Map<string, CallReading>> {
  const calls = callsIn(questions);
  const runs = calls.length === 0 ? [] : await reader.probeCalls(calls);
  const read = new Map(callsHere(reader, runs, askedInFull(questions)));
  const spent = new Set(
    reader.answersHere(runs).flatMap(([key, one]) => (one.isSpent ? key : [])),
  );
  const open = questions.filter(({ call }) => !read.has(callKey(call)));
  const single = await Promise.all(
    [true, false].map(async (isOptional) => {
      const some = callsIn(
        open.filter((one) => (one.isOptional === true) === isOptional),
      );
      const readings = await reader.readCalls(some, isOptional);
      const judged = isOptional
        ? provenTogether(some, readings, answers)
        : readings.map(proven);
      return some.map((call, index) => {
        const key = callKey(call);
        const one = judged[index] ?? NO_PROOF;
        // A call that all gas is too little for fails, as the program has found.
        const isEndless =
          isOptional && spent.has(key) && "isSpent" in one && one.isSpent;
        return [key, isEndless ? REVERTED : one] as const;
      });
    }),
  );
  return new Map([...read, ...single.flat()]);
}

const REVERTED: CallReading = { kind: "reverted" };

function callsIn(questions: readonly Question<"call">[]): readonly ProbeCall[] {
  return questions.map(({ call }) => call);
}

/**
 * The results of programs that ran on the pinned block, but of those to be made by themselves
 * that may have had too little gas.
 */
export function callsHere(
  reader: BlockReader,
  runs: readonly ProbedCalls[],
  inFull: ReadonlySet<string>,
): readonly (readonly [key: string, reading: CallReading])[] {
  return reader
    .answersHere(runs)
    .filter(([key, { isSpent }]) => !(isSpent && inFull.has(key)))
    .map(([key, one]) => [key, readingOf(one)] as const);
}

/** The calls that are made by themselves if the program may have given too little gas. */
export function askedInFull(
  questions: readonly Question<"call">[],
): ReadonlySet<string> {
  const asked = questions.filter(
    ({ call, isOptional }) => call.isList === true || isOptional !== true,
  );
  return new Set(asked.map(({ call }) => callKey(call)));
}

/** If the address had no code, an empty result proves nothing. */
function readingOf({ success, isCodeless, data }: CallOutcome): CallReading {
  if (!success) {
    return REVERTED;
  }
  const reading = { kind: "returned", data } as const;
  return isCodeless ? proven(reading) : reading;
}

/** Too little also comes from backends without the contract's code. */
function proven(reading: CallReading): CallReading {
  if (reading.kind === "returned" && !isWhole(reading.data)) {
    return NO_PROOF;
  }
  return reading;
}

/** A contract that returns something at all may return nothing elsewhere. */
function provenTogether(
  calls: readonly ProbeCall[],
  readings: readonly CallReading[],
  answers: Answers,
): readonly CallReading[] {
  const before = answers
    .ofKind("call")
    .map(([{ call }, one]) => [call.to, one] as const);
  const now = calls.map(({ to }, index) => [to, readings[index]] as const);
  const answering = new Set(
    [...before, ...now]
      .filter(([, one]) => one?.kind === "returned" && isWhole(one.data))
      .map(([to]) => to),
  );
  return readings.map((one, index) =>
    answering.has(calls[index]?.to ?? "0x") ? one : proven(one),
  );
}
