import type { Address } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import type { Release } from "../../contracts/releases.ts";
import type { ProbeCall } from "../../rpc/probe-calls.ts";
import type { RoleMember } from "../asking/decode-hints.ts";
import type { Reason } from "../values/reason.ts";
import type { Reading } from "../values/value.ts";
import { type CallReading, type CodeReading, callKey } from "./readings.ts";

/** What to ask the contracts about each other, and about those who control them. */
interface Kinds {
  readonly call: Kind<{ readonly call: ProbeCall }, CallReading>;
  /** A call of a function that the contract need not have. */
  readonly optional: Kind<OptionalCall, CallReading>;
  readonly slot: Kind<StorageWord, Decoded<Hex>>;
  /** Somebody who controls something. */
  readonly holder: Kind<At, HolderReading>;
  /** A contract that may run the code of others, and the calls that tell which. */
  readonly runs: Kind<ViewsAt, RunsReading>;
  readonly code: Kind<At, CodeReading>;
  /** A contract whose events tell who has a role. */
  readonly logs: Kind<At, RoleHistory>;
}

interface Kind<Asks, Answer> {
  readonly asks: Asks;
  readonly answer: Answer;
}

export type QuestionKind = keyof Kinds;
export type AnswerTo<K extends QuestionKind> = Kinds[K]["answer"];

export type WiringQuestion<K extends QuestionKind = QuestionKind> = {
  readonly [One in K]: { readonly kind: One } & Kinds[One]["asks"];
}[K];

export type WiringQuestions = readonly WiringQuestion[];

interface OptionalCall {
  readonly call: ProbeCall;
  /** Whether somebody is asked who controls something, and may be no contract at all. */
  readonly isFollowed?: boolean | undefined;
}

interface At {
  readonly address: Address;
}

export interface StorageWord extends At {
  readonly slot: Hex;
  /** Whether it is of a release with an owner, which never leaves it zero. */
  readonly isOwned: boolean;
}

/** A contract, and calls of its views. */
export interface ViewsAt extends At {
  readonly calls: readonly ProbeCall[];
}

/** What was read of an address that controls something. */
export interface HolderReading {
  readonly code: CodeReading;
  /** The release of the marketplace's contracts that has the code, if one has. */
  readonly release: Release | undefined;
}

/** What a contract may run. */
export interface RunsReading {
  /** The addresses that its views touch, where the node tells. */
  readonly touched: Decoded<readonly Address[]>;
  /** Those that it names where proxies of known kinds do. */
  readonly named: readonly Address[];
}

/** Who was ever given a role, as far as the node serves events. */
export interface RoleHistory {
  readonly members: readonly RoleMember[];
  /** Why some of the events could not be read. */
  readonly missing: string | undefined;
}

export type AnsweredQuestion = readonly [
  WiringQuestion,
  AnswerTo<QuestionKind>,
];

/**
 * What was answered so far. `get` records a question without an answer; the next round
 * asks it.
 */
export class WiringAnswers {
  readonly #answered: ReadonlyMap<string, AnsweredQuestion>;
  readonly #open = new Map<string, WiringQuestion>();

  constructor(answered: Iterable<AnsweredQuestion> = []) {
    this.#answered = new Map(
      [...answered].map((one) => [questionKey(one[0]), one]),
    );
  }

  /** What was asked and has no answer, each once. */
  get open(): WiringQuestions {
    return [...this.#open.values()];
  }

  [Symbol.iterator](): Iterator<AnsweredQuestion> {
    return this.#answered.values();
  }

  /** These answers and others. */
  with(others: Iterable<AnsweredQuestion>): WiringAnswers {
    return new WiringAnswers([...this, ...others]);
  }

  get<K extends QuestionKind>(
    question: WiringQuestion<K> & WiringQuestion,
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
    question: WiringQuestion<K> & WiringQuestion,
  ): AnswerTo<K> | undefined {
    const answered = this.#answered.get(questionKey(question));
    // The key tells the kind.
    return answered?.[1] as AnswerTo<K> | undefined;
  }

  /** Every word of storage that was read. */
  get words(): readonly Decoded<Hex>[] {
    return [...this].flatMap(([{ kind }, answer]) =>
      kind === "slot" ? [answer as AnswerTo<"slot">] : [],
    );
  }
}

/** The questions of one kind. */
export function ofKind<K extends QuestionKind>(
  questions: WiringQuestions,
  kind: K,
): readonly WiringQuestion<K>[] {
  return questions.filter(
    (one): one is Extract<WiringQuestion, WiringQuestion<K>> =>
      one.kind === kind,
  );
}

/** One question has one key, however its address is spelled and its call is made. */
export function questionKey(question: WiringQuestion): string {
  if ("call" in question) {
    return `call ${callKey(question.call)}`;
  }
  const { kind, address } = question;
  const at = `${kind} ${address.toLowerCase()}`;
  return kind === "slot" ? `${at}:${question.slot}` : at;
}

/** What was read of a privileged value, and why that may not be all. */
export interface PolicyReading {
  readonly reading: Reading;
  readonly missing?: Reason | undefined;
}
