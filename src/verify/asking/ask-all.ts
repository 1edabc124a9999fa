import {
  type Answered,
  Answers,
  type AnswerTo,
  answered,
  type LookUp,
  type Question,
  type QuestionKind,
  questionKey,
} from "../questions/question.ts";
import { NO_PROOF } from "../questions/readings.ts";
import type { BlockReader } from "./block-reader.ts";
import {
  READING_RULES,
  type ReadContext,
  type ReadingRule,
  type Trip,
} from "./reading-rules.ts";

/** The values that are known before anything is asked. */
export interface AskedBefore {
  /** The answers that were read beside the node's view. */
  readonly early?: readonly Answered[] | undefined;
  /**
   * The answers of the first pass: a confirming one asks all of its questions
   * in one trip.
   */
  readonly first?: Answers | undefined;
  /** The first block of the network. */
  readonly startBlock?: number | undefined;
}

/** Each step to somebody who controls something takes one or two. */
const MAX_TRIPS = 12;

/**
 * Asks what is looked up and has no answer, and reads again, in the same trip, what one
 * read does not prove, until neither is left.
 *
 * @returns the answers that are settled
 */
export async function askAll(
  reader: BlockReader,
  lookUp: LookUp,
  { early = [], first, startBlock = 0 }: AskedBefore = {},
): Promise<Answers> {
  const asking = new Asking(reader);
  asking.add(early.map(([question]) => question));
  asking.note(early);
  asking.add(first?.asked ?? []);
  // The early reads were the first trip.
  for (let trip = early.length > 0 ? 1 : 0; trip < MAX_TRIPS; trip += 1) {
    const answers = await lookedUp(asking, lookUp, reader);
    const open = asking.open();
    if (open.length === 0) {
      break;
    }
    const context = {
      place: trip,
      isAsked: asking.has,
      answers: trip === 0 ? (first ?? answers) : answers,
      startBlock: BigInt(startBlock),
    };
    const kinds = Map.groupBy(open, ({ question }) => question.kind);
    const read = [...kinds].map(([kind, some]) =>
      readKind(reader, kind, some, context),
    );
    asking.note((await Promise.all(read)).flat());
  }
  return asking.answers((one) => one.isSettled);
}

/** The answers so far, with the analysis of code that was read: it takes no trip. */
async function lookedUp(
  asking: Asking,
  lookUp: LookUp,
  reader: BlockReader,
): Promise<Answers> {
  for (;;) {
    const answers = asking.answers();
    lookUp(answers);
    asking.add(answers.open);
    const codes = asking
      .open()
      .filter(({ question }) => question.kind === "offer");
    if (codes.length === 0) {
      return answers;
    }
    const context = { place: 0, isAsked: asking.has, answers, startBlock: 0n };
    asking.note(await readKind(reader, "offer", codes, context));
  }
}

/** A question, and what was read of it. */
interface Asked {
  readonly question: Question;
  readonly reads: AnswerTo[];
  /** The answer that the reads give so far. */
  answer?: AnswerTo | undefined;
  isSettled: boolean;
}

/** All that was asked. */
class Asking {
  readonly #reader: BlockReader;
  readonly #asked = new Map<string, Asked>();

  constructor(reader: BlockReader) {
    this.#reader = reader;
  }

  add(questions: readonly Question[]): void {
    for (const question of questions) {
      const key = questionKey(question);
      if (!this.#asked.has(key)) {
        this.#asked.set(key, { question, reads: [], isSettled: false });
      }
    }
  }

  readonly has = (question: Question): boolean =>
    this.#asked.has(questionKey(question));

  /** The questions to be read, or to be read again. */
  open(): readonly Asked[] {
    return [...this.#asked.values()].filter(
      (one) => !(one.isSettled || this.#isToldByText(one)),
    );
  }

  /**
   * Tells whether a code that was read is about to be confirmed by its text.
   */
  #isToldByText({ question, reads }: Asked): boolean {
    if (question.kind !== "code" || reads.length === 0) {
      return false;
    }
    const { address } = question;
    const text = this.#asked.get(questionKey({ kind: "text", address }));
    return text !== undefined && text.reads.length === 0;
  }

  answers(isWanted: (one: Asked) => boolean = () => true): Answers {
    const wanted = [...this.#asked.values()].filter(isWanted);
    return new Answers(
      answered(
        wanted.map(({ question }) => question),
        wanted.map(({ answer }) => answer),
      ),
    );
  }

  /** Notes reads, and settles what they prove. */
  note(reads: readonly Answered[]): void {
    for (const [question, answer] of reads) {
      const asked = this.#asked.get(questionKey(question));
      if (asked !== undefined) {
        asked.reads.push(answer);
        asked.answer ??= answer;
      }
    }
    const answers = this.answers();
    const open = [...this.#asked.values()].filter(
      (one) => !one.isSettled && one.reads.length > 0,
    );
    for (const kind of new Set(open.map(({ question }) => question.kind))) {
      const rule = ruleOf(kind);
      const some = open.filter(({ question }) => question.kind === kind);
      for (const [place, asked] of some.entries()) {
        const isLast =
          this.#reader.isConfirming || place >= (rule.maxAgain ?? some.length);
        const answer = isLast
          ? asked.reads[0]
          : settledAnswer(rule, asked, answers);
        if (answer !== undefined) {
          asked.answer = answer;
          asked.isSettled = true;
        }
      }
    }
  }
}

/** The rules take and give what their kind has. */
function ruleOf(kind: QuestionKind): ReadingRule<QuestionKind> {
  return READING_RULES[kind] as unknown as ReadingRule<QuestionKind>;
}

/**
 * The answer that the reads prove; `undefined` as long as more of them are
 * needed.
 */
function settledAnswer(
  rule: ReadingRule<QuestionKind>,
  { question, reads }: Asked,
  answers: Answers,
): AnswerTo | undefined {
  const said = reads.filter((one) => !isUnread(one));
  const proven = said.find((one) => rule.isProven(one, question, answers));
  if (proven !== undefined) {
    return rule.agreed(said, question, answers) ?? proven;
  }
  // What could not be read was tried often enough below.
  const unread = reads.find(isUnread);
  return (
    unread ??
    (reads.length < rule.reads
      ? undefined
      : rule.agreed(reads, question, answers))
  );
}

/** Tells whether an answer only says why there is none. */
function isUnread(answer: AnswerTo): boolean {
  return (
    "reason" in answer &&
    answer !== NO_PROOF &&
    !("isMissing" in answer && answer.isMissing === true)
  );
}

/** Reads the questions of one kind, each as often as it needs. */
async function readKind(
  reader: BlockReader,
  kind: QuestionKind,
  all: readonly Asked[],
  context: Omit<ReadContext, "turn"> & Trip,
): Promise<readonly Answered[]> {
  const { read, reads, atOnce = () => 1, maxAgain } = ruleOf(kind);
  const timesOf = ({ question, reads: before }: Asked): number => {
    if (reader.isConfirming) {
      return 1;
    }
    if (before.length > 0) {
      return Math.max(1, reads - before.length);
    }
    return all.length > (maxAgain ?? all.length)
      ? 1
      : atOnce(question, context);
  };
  const turns = new Map<number, Question[]>();
  for (const asked of all) {
    const before = asked.reads.length;
    for (let turn = before; turn < before + timesOf(asked); turn += 1) {
      turns.set(turn, [...(turns.get(turn) ?? []), asked.question]);
    }
  }
  const inOrder = [...turns].sort(([one], [other]) => one - other);
  const found = inOrder.map(async ([turn, questions]) =>
    answered(questions, await read(reader, questions, { ...context, turn })),
  );
  return (await Promise.all(found)).flat();
}
