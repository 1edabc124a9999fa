import type { Address } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import type { Release } from "../../contracts/releases.ts";
import type { ProbeCall } from "../../rpc/probe-calls.ts";
import {
  type CallReading,
  type CodeReading,
  type CodeReadings,
  callKey,
  codeKey,
} from "../reading/readings.ts";
import type { RoleMember } from "./holders/decode-hints.ts";

/** What to ask the contracts about each other, and about those who control them. */
interface QuestionKinds {
  readonly call: { readonly call: ProbeCall };
  /** A call of a function that the contract need not have. */
  readonly optional: { readonly call: ProbeCall };
  readonly slot: StorageWord;
  /** Somebody who controls something. */
  readonly holder: Holder;
  /** A contract that may run the code of others, and the calls that tell which. */
  readonly runs: Holder;
  readonly code: { readonly address: Address };
  /** A contract whose events tell who has a role. */
  readonly logs: { readonly address: Address };
}

type QuestionKind = keyof QuestionKinds;

export type WiringQuestion<K extends QuestionKind = QuestionKind> = {
  readonly [Kind in K]: { readonly kind: Kind } & QuestionKinds[Kind];
}[K];

export type WiringQuestions = readonly WiringQuestion[];

export interface StorageWord {
  readonly address: Address;
  readonly slot: Hex;
  /** Whether it is of a release with an owner, which never leaves it zero. */
  readonly isOwned: boolean;
}

/** An address, and what to ask there if it is a contract. */
export interface Holder {
  readonly address: Address;
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

/** What was answered, each by the question's key. */
export interface WiringAnswers {
  /** The optional ones, too. */
  readonly calls: ReadonlyMap<string, CallReading>;
  readonly slots: ReadonlyMap<string, Decoded<Hex>>;
  readonly holders: ReadonlyMap<string, HolderReading>;
  readonly runs: ReadonlyMap<string, RunsReading>;
  readonly codes: CodeReadings;
  readonly logs: ReadonlyMap<string, RoleHistory>;
}

export const NO_ANSWERS: WiringAnswers = {
  calls: new Map(),
  slots: new Map(),
  holders: new Map(),
  runs: new Map(),
  codes: new Map(),
  logs: new Map(),
};

export function slotKey({
  address,
  slot,
}: Pick<StorageWord, "address" | "slot">): string {
  return `${address.toLowerCase()}:${slot}`;
}

/** The answers to several rounds of questions. */
export function mergeAnswers(
  ...rounds: readonly Partial<WiringAnswers>[]
): WiringAnswers {
  const merged = <K extends keyof WiringAnswers>(kind: K) =>
    new Map(
      rounds.flatMap((round): [string, never][] => [
        ...((round[kind] ?? []) as ReadonlyMap<string, never>),
      ]),
    );
  return {
    calls: merged("calls"),
    slots: merged("slots"),
    holders: merged("holders"),
    runs: merged("runs"),
    codes: merged("codes"),
    logs: merged("logs"),
  };
}

/** Those of the questions that were not asked, each once. */
export function unasked(
  questions: WiringQuestions,
  asked: WiringQuestions = [],
): WiringQuestions {
  const known = new Set(asked.flatMap(keysOf));
  const byKey = Map.groupBy(questions, (one) => keysOf(one)[0] ?? "");
  return [...byKey].flatMap(([key, [one]]) =>
    one === undefined || known.has(key) ? [] : [one],
  );
}

/** The key of a question, and those of the calls that are made with it. */
function keysOf(question: WiringQuestion): readonly string[] {
  const { kind } = question;
  switch (kind) {
    case "call":
    case "optional":
      return [`call ${callKey(question.call)}`];
    case "slot":
      return [`${kind} ${slotKey(question)}`];
    default: {
      const calls = kind === "holder" ? question.calls : [];
      const key = `${kind} ${codeKey(question.address)}`;
      return [key, ...calls.map((call) => `call ${callKey(call)}`)];
    }
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
