import {
  type BlockHeader,
  isSameParent,
  isSameTime,
} from "../../rpc/decode-block.ts";
import {
  type Answered,
  type AnswerTo,
  answered,
  type Question,
} from "../questions/question.ts";
import { type CodeReading, callKey, codeKey } from "../questions/readings.ts";
import type { BlockReader } from "./block-reader.ts";
import { askedInFull, callsHere } from "./read-calls.ts";
import type {
  ProbedCalls,
  ProbedCodes,
  ProgramRun,
  StateReader,
} from "./state-reader.ts";

/**
 * The questions that are read together with the node's state, which saves a
 * round trip, of the latest block while its number is not known yet.
 */
export interface EarlyReads {
  readonly questions: readonly Question[];
  /** The programs say what block they ran on. */
  readonly codes: readonly ProbedCodes[];
  readonly calls: readonly ProbedCalls[];
  /** Codes, which do not tell their block: no proof by themselves. */
  readonly texts: ReadonlyMap<string, CodeReading>;
}

/**
 * A longer list takes more than one wave of calls. Reading it early would save next to
 * nothing, and be in the way on an endpoint that turns out to be the wrong one.
 */
const MAX_ADDRESSES = 4_000;
/** With the node's view, these are as many requests as an endpoint has sockets. */
const MAX_TEXTS = 2;

/** Reads what programs tell, and a few codes. */
export async function readEarly(
  reader: StateReader,
  questions: readonly Question[],
): Promise<EarlyReads> {
  const addresses = ofKind(questions, "code").map(({ address }) => address);
  const asked = ofKind(questions, "call").map(({ call }) => call);
  const texts = ofKind(questions, "text").slice(0, MAX_TEXTS);
  const isShort = addresses.length > 0 && addresses.length <= MAX_ADDRESSES;
  const [codes, calls, read] = await Promise.all([
    isShort ? reader.probeCodes(addresses) : [],
    asked.length > 0 ? reader.probeCalls(asked) : [],
    Promise.all(
      texts.map(
        async ({ address }) =>
          [codeKey(address), await reader.readCode(address)] as const,
      ),
    ),
  ]);
  return { questions, codes, calls, texts: new Map(read) };
}

function ofKind<K extends Question["kind"]>(
  questions: readonly Question[],
  kind: K,
): readonly Extract<Question, { readonly kind: K }>[] {
  return questions.filter(
    (one): one is Extract<Question, { readonly kind: K }> => one.kind === kind,
  );
}

/** The runs on `head`: two blocks of one height and time may have different parents. */
export function runsOf<Answer>(
  runs: readonly ProgramRun<Answer>[],
  head: BlockHeader,
): readonly ProgramRun<Answer>[] {
  return runs.filter(
    ({ origin }) =>
      isSameTime(origin, head) && isSameParent(origin, head) === true,
  );
}

/**
 * The answers of the early reads that belong to the block. What does not tell
 * its block is read again.
 */
export function earlyAnswers(
  { questions, codes, calls, texts }: EarlyReads,
  head: BlockHeader,
  reader: BlockReader,
): readonly Answered[] {
  const probed = new Map(reader.answersHere(runsOf(codes, head)));
  const inFull = askedInFull(ofKind(questions, "call"));
  const called = new Map(callsHere(reader, runsOf(calls, head), inFull));
  const answerTo = (question: Question): AnswerTo | undefined => {
    if (question.kind === "call") {
      return called.get(callKey(question.call));
    }
    if (question.kind !== "code" && question.kind !== "text") {
      return undefined;
    }
    const key = codeKey(question.address);
    const code = probed.get(key);
    if (question.kind === "code") {
      return code;
    }
    // With the hash of the block's code, it is that.
    const text = texts.get(key);
    const isOfBlock =
      text?.kind === "code" && code?.kind === "code" && text.hash === code.hash;
    return isOfBlock ? text : undefined;
  };
  return answered(questions, questions.map(answerTo));
}
