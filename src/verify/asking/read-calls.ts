import type { Hex } from "../../base/hex.ts";
import type { CallOutcome, ProbeCall } from "../../rpc/probe-calls.ts";
import { type CallReading, callKey, NOT_READ } from "../questions/readings.ts";
import { type Agreement, readAgreed } from "./agreement.ts";
import type { BlockReader } from "./reader.ts";
import type { ProbedCalls } from "./state-reader.ts";

/** The least that any of the functions returns is a word of 32 bytes. */
const MIN_DIGITS = 64;
const NO_PROOF: CallReading = {
  kind: "unknown",
  reason:
    "the call returned nothing, as it does on a backend without the contract's code",
};
const SAME_RESULT: Agreement<CallReading> = {
  isSame: (first, other) =>
    first.kind === "returned" && other.kind === "returned"
      ? first.data === other.data
      : first.kind === "reverted" && other.kind === "reverted",
  disagreement: {
    kind: "unknown",
    reason: "reads of the same block disagree on what the call returns",
  },
};

/**
 * Makes view calls at one block: all in one request where the endpoint runs the
 * program, else one by one. What fails, or returns too little, is called again: see
 * {@link readAgreed}. Too little also comes from backends without the contract's code,
 * so it counts only where the program has seen that code.
 */
export async function callContracts(
  reader: BlockReader,
  calls: readonly ProbeCall[],
): Promise<readonly CallReading[]> {
  const started = await startCalls(reader, calls);
  return await started.settle();
}

/**
 * View calls of functions that contracts need not have, so that many of them fail: the
 * program makes all of them three times at once.
 */
export async function tryContracts(
  reader: BlockReader,
  calls: readonly ProbeCall[],
): Promise<readonly CallReading[]> {
  return await readAgreed(
    async () => await readTogether(reader, calls),
    SAME_RESULT,
  );
}

/** The creation code of more calls could exceed its limit (EIP-3860). */
const MAX_CALLS = 500;

/** View calls by the program, and by requests of their own where it does not run. */
async function readTogether(
  reader: BlockReader,
  calls: readonly ProbeCall[],
): Promise<readonly CallReading[]> {
  const parts = Array.from(
    { length: Math.ceil(calls.length / MAX_CALLS) },
    (_, part) => calls.slice(part * MAX_CALLS, (part + 1) * MAX_CALLS),
  );
  const read = parts.map(async (part) => {
    const outcomes = outcomesHere(reader, part, await reader.probeCalls(part));
    return (
      outcomes?.map((one) => readingOf(one) ?? NO_PROOF) ??
      provenTogether(part, await reader.readCalls(part, true))
    );
  });
  return (await Promise.all(read)).flat();
}

/** A contract that returns something at all may return nothing elsewhere. */
function provenTogether(
  calls: readonly ProbeCall[],
  readings: readonly CallReading[],
): readonly CallReading[] {
  const isAnswer = (one: CallReading | undefined) =>
    one?.kind === "returned" && isWhole(one.data);
  const answering = new Set(
    calls.flatMap(({ to }, index) => (isAnswer(readings[index]) ? [to] : [])),
  );
  return readings.map((one, index) =>
    answering.has(calls[index]?.to ?? "0x") ? one : (proven(one) ?? NO_PROOF),
  );
}

/** Results of the first request. */
export interface StartedCalls {
  /** In the calls' order; `undefined` if the request was inconclusive. */
  readonly first: readonly (CallReading | undefined)[];
  /** Makes those requests. */
  settle(): Promise<readonly CallReading[]>;
}

/**
 * {@link callContracts} in two steps, so that what follows from the first answers
 * can be asked together with what is asked again.
 *
 * @param early the calls, made by the program at the time of the block
 * @param isOptional whether many of them may fail: {@link tryContracts}
 */
export async function startCalls(
  reader: BlockReader,
  calls: readonly ProbeCall[],
  early?: ProbedCalls,
  isOptional = false,
): Promise<StartedCalls> {
  if (calls.length === 0) {
    return { first: [], settle: async () => [] };
  }
  const outcomes = await outcomesOf(reader, calls, early);
  const readings =
    outcomes?.map(readingOf) ?? (await reader.readCalls(calls)).map(proven);
  const first = readings.map((one) => (isSettled(one) ? one : undefined));
  return {
    first,
    settle: async () => {
      const isOpen = (_: unknown, index: number) => first[index] === undefined;
      const open = calls.filter(isOpen);
      const before = readings.filter(isOpen);
      const isTogether = outcomes !== undefined;
      const read = async () =>
        isOptional && isTogether
          ? await readTogether(reader, open)
          : await reader.readCalls(open, isTogether);
      const agreed = await readAgreed(read, SAME_RESULT, before);
      const settled = agreed.map((reading, index) =>
        before[index]?.kind === "returned"
          ? reading
          : (proven(reading) ?? NO_PROOF),
      );
      return first.map((one) => one ?? settled.shift() ?? NOT_READ);
    },
  };
}

/**
 * What the program says of each call at the pinned block; `undefined` if it says nothing.
 * It runs again if a backend without a contract's code ran it.
 */
async function outcomesOf(
  reader: BlockReader,
  calls: readonly ProbeCall[],
  early: ProbedCalls | undefined,
): Promise<readonly CallOutcome[] | undefined> {
  const here = (run: ProbedCalls | undefined) =>
    outcomesHere(reader, calls, run);
  const first = here(early) ?? here(await reader.probeCalls(calls));
  return first?.some(({ isCodeless }) => isCodeless) === true
    ? (here(await reader.probeCalls(calls)) ?? first)
    : first;
}

/** The outcomes of a run on the pinned block; `undefined` where it lacks any. */
function outcomesHere(
  reader: BlockReader,
  calls: readonly ProbeCall[],
  run: ProbedCalls | undefined,
): readonly CallOutcome[] | undefined {
  const isHere = run !== undefined && reader.isHere(run.origin);
  const outcomes = isHere
    ? calls.flatMap((call) => run.answers.get(callKey(call)) ?? [])
    : [];
  return outcomes.length === calls.length ? outcomes : undefined;
}

/** Undefined if the address had no code: an empty result proves nothing. */
function readingOf(outcome: CallOutcome): CallReading | undefined {
  const { success, isCodeless, data } = outcome;
  if (!success) {
    return { kind: "reverted" };
  }
  return isCodeless && !isWhole(data) ? undefined : { kind: "returned", data };
}

/** `undefined` of a result as a backend without the contract's code gives it. */
function proven(reading: CallReading): CallReading | undefined {
  return reading.kind === "returned" && !isWhole(reading.data)
    ? undefined
    : reading;
}

/** Whether a first read is enough. */
function isSettled(reading: CallReading | undefined): boolean {
  return (
    reading?.kind === "unknown" ||
    (reading?.kind === "returned" && isWhole(reading.data))
  );
}

function isWhole(data: Hex): boolean {
  return data.length >= 2 + MIN_DIGITS;
}
