import type { AbiEvent } from "viem";
import type { Address } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import type { Offer } from "../../contracts/analysis/offer.ts";
import type { BlockHeader } from "../../rpc/decode-block.ts";
import type { ProbeCall } from "../../rpc/probe-calls.ts";
import { type CallReading, type CodeReading, callKey } from "./readings.ts";

/** All that is asked of a chain, by kind, and what each kind is answered with. */
interface Kinds {
  /** Size and hash of the code at an address. */
  readonly code: Kind<At, CodeReading>;
  /** Tells whether an address where no code was read has none. */
  readonly absence: Kind<At, CodeReading>;
  /** The code itself. */
  readonly text: Kind<At, CodeReading>;
  readonly call: Kind<Call, CallReading>;
  readonly word: Kind<StorageWord, Decoded<Hex>>;
  /** The addresses that calls of a contract's views touch. */
  readonly touched: Kind<ViewsAt, Decoded<readonly Address[]>>;
  /** The members of a contract's roles, by its events. */
  readonly events: Kind<At, History<RoleMember>>;
  /** What the events name of a contract that may be of a kind, by the kind's id. */
  readonly named: Kind<At & { readonly by: string }, History<NamedEvent>>;
  /** How many transactions an account has sent. */
  readonly nonce: Kind<At, Decoded<bigint>>;
  readonly header: Kind<AtHeight, Decoded<BlockHeader>>;
  /** What code offers that was read, which takes no request. */
  readonly offer: Kind<ReadCode, Offer>;
  /** The root of a contract's storage. */
  readonly root: Kind<At, Decoded<Hex>>;
  /** True if a call by a stranger is executed. */
  readonly stranger: Kind<StrangerCall, Decoded<boolean>>;
  /** What code, a word, or the result of a call was at a settled block. */
  readonly before: Kind<ReadBefore, Decoded<Hex>>;
}

interface Kind<Asks, Answer> {
  readonly asks: Asks;
  readonly answer: Answer;
}

export type QuestionKind = keyof Kinds;
export type AnswerTo<K extends QuestionKind = QuestionKind> =
  Kinds[K]["answer"];

export type Question<K extends QuestionKind = QuestionKind> = {
  readonly [One in K]: { readonly kind: One } & Kinds[One]["asks"];
}[K];

interface At {
  readonly address: Address;
}

interface Call {
  readonly call: ProbeCall;
  /** True if the contract need not have the function. */
  readonly isOptional?: boolean | undefined;
}

interface StorageWord extends At {
  readonly slot: Hex;
  /** True if the code at the address never leaves it zero. */
  readonly neverZero?: boolean | undefined;
  /** True if it is one of many words, each of which is read once. */
  readonly isOfMany?: boolean | undefined;
  /** True if what it says is read by itself later on, if it decides. */
  readonly isTelling?: boolean | undefined;
  /**
   * True if it is read by itself, besides in batches, which one backend may
   * answer.
   */
  readonly isAlone?: boolean | undefined;
}

/** A contract, and calls of its views. */
interface ViewsAt extends At {
  readonly calls: readonly ProbeCall[];
}

interface AtHeight {
  /** `finalized` where the node tells, or else a block far enough below the latest one. */
  readonly block: bigint | "settled";
}

interface ReadCode {
  readonly hash: Hex;
  readonly code: Hex;
}

interface StrangerCall extends At {
  readonly data: Hex;
}

/** Call data, or the slot of a word; the code of the contract without either. */
interface ReadBefore extends At {
  readonly data?: Hex | undefined;
  readonly slot?: Hex | undefined;
}

/** A role and its member, as an event names them. */
export interface RoleMember {
  readonly role: Hex;
  readonly member: Address;
}

/** What all events of a contract say, in their order, as far as the node serves them. */
export interface History<T> {
  readonly said: readonly T[];
  /** The reason why some of the events could not be read. */
  readonly missing: string | undefined;
}

/** What an event says, by the names of its parameters, as its decoder has it. */
export interface NamedEvent {
  readonly event: AbiEvent;
  readonly args: Named;
}

export type Named = Readonly<Record<string, unknown>>;

/** One question has one key, however its address is spelled and its call is made. */
export function questionKey(question: Question): string {
  if ("call" in question) {
    return `call ${callKey(question.call)}`;
  }
  if ("block" in question) {
    return `header ${question.block}`;
  }
  if ("hash" in question) {
    return `offer ${question.hash}`;
  }
  const { kind, address } = question;
  const at = `${kind} ${address.toLowerCase()}`;
  switch (kind) {
    case "word":
      return `${at}:${question.slot}${question.isAlone === true ? " alone" : ""}`;
    case "named":
      return `${at}:${question.by}`;
    case "stranger":
      return `${at}:${question.data}`;
    case "before":
      return `${at}:${question.data ?? ""}:${question.slot ?? ""}`;
    default:
      return at;
  }
}

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
