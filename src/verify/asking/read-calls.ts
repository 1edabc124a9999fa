import type { CallOutcome, ProbeCall } from "../../rpc/probe-calls.ts";
import type { Question } from "../questions/question.ts";
import {
  type CallReading,
  callKey,
  isWhole,
  NO_PROOF,
} from "../questions/readings.ts";
import type { BlockReader } from "./reader.ts";
import type { ProbedCalls } from "./state-reader.ts";

/** What calls returned in one read, in the questions' order. */
export async function readCalls(
  reader: BlockReader,
  questions: readonly Question<"call">[],
  turn: number,
): Promise<readonly CallReading[]> {
  const read = new Map<string, CallReading>();
  // What failed is called again by itself, unless it may well fail.
  const isByProgram = (one: Question<"call">) =>
    turn === 0 || one.isOptional === true;
  const probed = callsIn(questions.filter(isByProgram));
  if (probed.length > 0) {
    note(read, callsHere(reader, await reader.probeCalls(probed)));
  }
  const isOpen = ({ call }: Question<"call">) => !read.has(callKey(call));
  const [optional, others] = [true, false].map((isOptional) =>
    callsIn(
      questions.filter(
        (one) => isOpen(one) && (one.isOptional === true) === isOptional,
      ),
    ),
  );
  const isTogether = turn > 0 && reader.hasProgram;
  const [some, rest] = await Promise.all([
    reader.readCalls(optional ?? [], true),
    reader.readCalls(others ?? [], isTogether),
  ]);
  const keyed = (
    calls: readonly ProbeCall[] = [],
    all: readonly CallReading[],
  ) =>
    all.map((one, index) => [callKey(calls[index] ?? NO_CALL), one] as const);
  note(read, keyed(optional, provenTogether(optional ?? [], some)));
  note(read, keyed(others, reader.hasProgram ? rest : rest.map(proven)));
  return questions.map(({ call }) => read.get(callKey(call)) ?? NO_PROOF);
}

const NO_CALL: ProbeCall = { to: "0x", data: "0x" };

function callsIn(questions: readonly Question<"call">[]): readonly ProbeCall[] {
  return questions.map(({ call }) => call);
}

function note(
  read: Map<string, CallReading>,
  more: Iterable<readonly [key: string, reading: CallReading]>,
): void {
  for (const [key, reading] of more) {
    read.set(key, reading);
  }
}

/** What programs say that ran on the pinned block. */
export function callsHere(
  reader: BlockReader,
  runs: readonly ProbedCalls[],
): readonly (readonly [key: string, reading: CallReading])[] {
  return runs.flatMap(({ origin, answers }) =>
    reader.isHere(origin)
      ? [...answers].map(([key, one]) => [key, readingOf(one)] as const)
      : [],
  );
}

/** If the address had no code, an empty result proves nothing. */
function readingOf({ success, isCodeless, data }: CallOutcome): CallReading {
  if (!success) {
    return { kind: "reverted" };
  }
  const reading = { kind: "returned", data } as const;
  return isCodeless ? proven(reading) : reading;
}

/** Too little also comes from backends without the contract's code. */
function proven(reading: CallReading): CallReading {
  return reading.kind === "returned" && !isWhole(reading.data)
    ? NO_PROOF
    : reading;
}

/** A contract that returns something at all may return nothing elsewhere. */
function provenTogether(
  calls: readonly ProbeCall[],
  readings: readonly CallReading[],
): readonly CallReading[] {
  const answering = new Set(
    calls.flatMap(({ to }, index) => {
      const one = readings[index];
      return one?.kind === "returned" && isWhole(one.data) ? [to] : [];
    }),
  );
  return readings.map((one, index) =>
    answering.has(calls[index]?.to ?? "0x") ? one : proven(one),
  );
}
