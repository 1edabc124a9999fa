import {
  type AnswerTo,
  type Question,
  type QuestionKind,
  questionKey,
} from "./question.ts";

export type Answered<K extends QuestionKind = QuestionKind> = readonly [
  Question<K>,
  AnswerTo<K>,
];

/** Questions with their answers, which are in the same order, as far as there are any. */
export function answered(
  questions: readonly Question[],
  answers: readonly (AnswerTo | undefined)[],
): readonly Answered[] {
  const found: Answered[] = [];
  for (const [index, question] of questions.entries()) {
    const answer = answers[index];
    if (answer !== undefined) {
      found.push([question, answer]);
    }
  }
  return found;
}

/** Looks up all that is needed; what has no answer is asked next. */
export type LookUp = (answers: Answers) => void;

/**
 * The answers so far. What is looked up and has no answer is open: it is asked
 * next. Further questions may follow from an answer that is not settled yet,
 * and no judgement: judges get settled answers only.
 */
export class Answers {
  readonly #answered: ReadonlyMap<string, Answered>;
  readonly #open = new Map<string, Question>();

  constructor(answered: Iterable<Answered> = []) {
    this.#answered = new Map(
      [...answered].map((one) => [questionKey(one[0]), one]),
    );
  }

  /** Tells whether nothing was answered yet. */
  get isEarly(): boolean {
    return this.#answered.size === 0;
  }

  /** The questions without an answer, each once. */
  get open(): readonly Question[] {
    return [...this.#open.values()];
  }

  get<K extends QuestionKind>(
    question: Question<K> & Question,
  ): AnswerTo<K> | undefined {
    const answer = this.known(question);
    const key = questionKey(question);
    if (answer === undefined && !this.#open.has(key)) {
      this.#open.set(key, question);
    }
    return answer;
  }

  /** The same, without asking. */
  known<K extends QuestionKind>(
    question: Question<K> & Question,
  ): AnswerTo<K> | undefined {
    const answered = this.#answered.get(questionKey(question));
    // The key tells the kind.
    return answered?.[1] as AnswerTo<K> | undefined;
  }

  /** All that was answered of one kind. */
  ofKind<K extends QuestionKind>(kind: K): readonly Answered<K>[] {
    const some = [...this.#answered.values()].filter(
      ([question]) => question.kind === kind,
    );
    // The kind tells which answers these are.
    return some as unknown as readonly Answered<K>[];
  }

  /** Every question that has an answer. */
  get asked(): readonly Question[] {
    return [...this.#answered.values()].map(([question]) => question);
  }
}
