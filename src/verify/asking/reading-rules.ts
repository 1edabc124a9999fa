import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { READS_AT_ONCE } from "../../connect/confirm.ts";
import { releaseByCodeHash } from "../../contracts/releases.ts";
import { judgeAbsence, smallestContract } from "../questions/judge-absence.ts";
import type {
  Answers,
  AnswerTo,
  Question,
  QuestionKind,
} from "../questions/question.ts";
import {
  CODES_DISAGREE,
  type CodeReading,
  codeKey,
  isWhole,
  NO_PROOF,
  NO_VALUE,
  NOT_READ,
  STORAGE_DISAGREES,
} from "../questions/readings.ts";
import type { BlockReader, Slot } from "./block-reader.ts";
import {
  agreedCall,
  agreedOn,
  hasHashOf,
  isSameReading,
  isSameWord,
  isTextOf,
  isZero,
} from "./judge-answers.ts";
import { readHeaders } from "./read-anchors.ts";
import { readCalls } from "./read-calls.ts";
import { controlAddress } from "./state-reader.ts";

/** The context of a read, besides the questions. */
export interface ReadContext {
  /** How often they were read before. */
  readonly turn: number;
  /** The answers so far, or those of an earlier pass. */
  readonly answers: Answers;
  /** Events before this block are not looked for one by one. */
  readonly startBlock: bigint;
}

/** Where in the loop something is asked. */
export interface Trip {
  /** The first trip is 0. */
  readonly place: number;
  isAsked(question: Question): boolean;
}

/** How one kind of question is read, and how often again. */
export interface ReadingRule<K extends QuestionKind> {
  /** Answers of one read, in the questions' order. */
  readonly read: (
    reader: BlockReader,
    questions: readonly Question<K>[],
    context: ReadContext,
  ) => Promise<readonly AnswerTo<K>[]>;
  /**
   * Tells whether one read proves an answer; one that says why there is none
   * always counts.
   */
  readonly isProven: (
    answer: AnswerTo<K>,
    question: Question<K>,
    answers: Answers,
  ) => boolean;
  /** How often the rest is read. */
  readonly reads: number;
  /** How often it is read at once in a trip; by default once. */
  readonly atOnce?: (question: Question<K>, trip: Trip) => number;
  /** How many are read again at a time; by default all. */
  readonly maxAgain?: number;
  /** The answer that several reads give together if none proves it alone. */
  readonly agreed: (
    reads: readonly AnswerTo<K>[],
    question: Question<K>,
    answers: Answers,
  ) => AnswerTo<K> | undefined;
}

/** The storage and codes of more contracts would take long to read again. */
const MAX_CHECKED = 64;
/** One read is enough: it proves its answer, or says why there is none. */
function once<K extends QuestionKind>(
  read: ReadingRule<K>["read"],
): ReadingRule<K> {
  return { read, isProven: () => true, reads: 1, agreed: ([first]) => first };
}

/** The table of all kinds. */
export const READING_RULES: { readonly [K in QuestionKind]: ReadingRule<K> } = {
  code: {
    read: async (reader, questions) => {
      const addresses = questions.map(({ address }) => address);
      const codes = await reader.readCodes(addresses);
      return addresses.map((one) => codes.get(codeKey(one)) ?? NOT_READ);
    },
    // What is not there takes another question, the absence.
    isProven: (code, { address }, answers) =>
      code.kind !== "code" ||
      releaseByCodeHash(code.hash ?? "") !== undefined ||
      hasHashOf(answers.known({ kind: "text", address }), code),
    reads: 2,
    atOnce: ({ address }, { place, isAsked }) =>
      place > 0 && !isAsked({ kind: "text", address }) ? 2 : 1,
    maxAgain: MAX_CHECKED,
    agreed: (reads) => agreedOn(reads, isSameReading, CODES),
  },
  absence: once(async (reader, questions, { answers }) => {
    const absent = questions.map(({ address }) => address);
    const witness = smallestContract(
      answers.ofKind("code").map(([{ address }, code]) => [address, code]),
    );
    const evidence = await reader.readAbsences(absent, witness);
    return absent.map(() => judgeAbsence(evidence));
  }),
  text: {
    read: async (reader, questions, { turn }) =>
      await reader.readTexts(
        questions.map(({ address }) => address),
        turn === 0,
      ),
    // Size and hash prove it.
    isProven: (text, { address }, answers) => {
      const code = answers.known({ kind: "code", address });
      return code !== undefined && isTextOf(text, code);
    },
    reads: READS_AT_ONCE,
    agreed: (reads, { address }, answers) => {
      const code = answers.known({ kind: "code", address }) ?? NOT_READ;
      const right = reads.find((one) => isTextOf(one, code));
      return right ?? agreedOn(reads, isSameReading, CODES);
    },
  },
  call: {
    read: readCalls,
    isProven: (reading, { call: { to } }, answers) => {
      if (reading === NO_PROOF) {
        const code = answers.known({ kind: "code", address: to });
        return code?.kind === "none";
      }
      return reading.kind === "returned" && isWhole(reading.data);
    },
    reads: 2,
    // Most contracts have none of these functions.
    atOnce: ({ isOptional }, { place }) =>
      isOptional === true && place > 0 ? 2 : 1,
    agreed: agreedCall,
  },
  word: {
    read: readWords,
    isProven: (_word, { isAlone, isOfMany }) =>
      isAlone === true || isOfMany === true,
    reads: 2,
    atOnce: ({ isAlone, isOfMany }) =>
      isAlone === true || isOfMany === true ? 1 : 2,
    agreed: (reads, { neverZero }) => {
      if (
        neverZero === true &&
        reads.length < READS_AT_ONCE &&
        reads.some(isZero)
      ) {
        return undefined;
      }
      return agreedOn(reads, isSameWord, STORAGE_DISAGREES);
    },
  },
  touched: once(async (reader, all) =>
    (await hints()).readTouched(reader, all),
  ),
  events: once(async (...read) => (await hints()).readRoleHistories(...read)),
  named: once(async (...read) => (await hints()).readNameHistories(...read)),
  nonce: {
    read: async (reader, accounts) => {
      // Unless a random address has one, too.
      const [control, ...nonces] = await Promise.all([
        reader.readNonce(controlAddress()),
        ...accounts.map(({ address }) => reader.readNonce(address)),
      ]);
      const isShown = control.ok && control.value === 0n;
      return nonces.map((nonce) => (isShown ? nonce : NO_NONCE));
    },
    isProven: () => false,
    reads: READS_AT_ONCE,
    atOnce: () => READS_AT_ONCE,
    agreed: (reads) =>
      agreedOn(
        reads,
        (one, other) => one.ok && other.ok && one.value === other.value,
        NO_NONCE,
      ),
  },
  header: once(readHeaders),
  offer: once(async (reader, all) => (await offers()).readOffers(reader, all)),
  root: once(async (reader, all) => (await offers()).readRoots(reader, all)),
  stranger: once(async (reader, calls) => await reader.readStrangers(calls)),
  before: once(async (reader, all) => (await offers()).readBefore(reader, all)),
};

// These bring an ABI codec, which other levels do without.
const hints = () => import("./read-hints.ts");
const offers = () => import("./read-offers.ts");

const CODES: CodeReading = { kind: "unknown", reason: CODES_DISAGREE };
const NO_NONCE = {
  ok: false,
  reason: "the number of transactions of an account could not be read",
} as const;

/**
 * Words of storage in one read, in the questions' order. Of a second read, one word is read
 * by itself, too, unless some are later on: only one of several backends may take batches,
 * and would confirm whatever it says itself. Many words are read once, in any order, and
 * the first of them by itself as well.
 */
async function readWords(
  reader: BlockReader,
  questions: readonly Question<"word">[],
  { turn }: ReadContext,
): Promise<readonly Decoded<Hex>[]> {
  const many = reader.shuffled(questions.filter(({ isOfMany }) => isOfMany));
  const alone = questions.filter(({ isAlone }) => isAlone);
  const few = questions.filter((one) => !(one.isOfMany || one.isAlone));
  const isShown = turn === 0 || few.some(({ isTelling }) => isTelling);
  const chosen = isShown ? [] : reader.shuffled(few).slice(0, 1);
  const apart = [...alone, ...chosen];
  const checked = many.slice(0, 1);
  const together = [...many, ...few.filter((one) => !chosen.includes(one))];
  const [some, rest] = await Promise.all([
    reader.readSlots([...apart, ...checked].map(slotOf), false),
    reader.readSlots(together.map(slotOf), true),
  ]);
  const read = new Map([
    ...apart.map((one, index) => [one, some[index]] as const),
    ...together.map((one, index) => [one, rest[index]] as const),
  ]);
  // Only of many words, the first of which is read by itself, too.
  const [own, batched] = [some[apart.length], rest[0]];
  const isDisputed =
    own?.ok && batched?.ok && BigInt(own.value) !== BigInt(batched.value);
  if (many.length > 0 && isDisputed) {
    for (const one of many) {
      read.set(one, STORAGE_DISAGREES);
    }
  }
  return questions.map((one) => read.get(one) ?? NO_VALUE);
}

function slotOf({ address, slot }: Question<"word">): Slot {
  return [address, slot];
}
