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
export interface WiringQuestions {
  readonly calls: readonly ProbeCall[];
  /** Calls of functions that the contracts need not have. */
  readonly optional: readonly ProbeCall[];
  readonly slots: readonly StorageWord[];
  /** The addresses of those who control something. */
  readonly holders: readonly Holder[];
  /** Contracts that may run the code of others, and the calls that tell which. */
  readonly runs: readonly Holder[];
  /** The addresses of code that others run. */
  readonly codes: readonly Address[];
  /** The contracts whose events tell who has a role. */
  readonly logs: readonly Address[];
}

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
  /** Two reads in different ways. */
  readonly codes: readonly [CodeReading, CodeReading];
  /** What a proxy of Safe says that it runs. */
  readonly singleton: Address | undefined;
  /** The release of the marketplace's contracts that has the code, if one has. */
  readonly release: Release | undefined;
  /** The codes of the known implementations on this chain. */
  readonly implementations: CodeReadings;
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

export const NO_QUESTIONS: WiringQuestions = {
  calls: [],
  optional: [],
  slots: [],
  holders: [],
  runs: [],
  codes: [],
  logs: [],
};

export function slotKey({
  address,
  slot,
}: Pick<StorageWord, "address" | "slot">): string {
  return `${address.toLowerCase()}:${slot}`;
}

function holderKey({ address }: Holder): string {
  return codeKey(address);
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
  ...asked: readonly WiringQuestions[]
): WiringQuestions {
  const calls = asked.flatMap((one) => [
    ...one.calls,
    ...one.optional,
    ...one.holders.flatMap((holder) => holder.calls),
  ]);
  const left = <K extends Exclude<keyof WiringQuestions, "calls" | "optional">>(
    kind: K,
  ) => asked.flatMap((one): WiringQuestions[K][number][] => [...one[kind]]);
  return {
    calls: without(questions.calls, calls, callKey),
    optional: without(questions.optional, calls, callKey),
    slots: without(questions.slots, left("slots"), slotKey),
    holders: without(questions.holders, left("holders"), holderKey),
    runs: without(questions.runs, left("runs"), holderKey),
    codes: without(questions.codes, left("codes"), codeKey),
    logs: without(questions.logs, left("logs"), codeKey),
  };
}

export function isEmpty(questions: WiringQuestions): boolean {
  return Object.values(questions).every(({ length }) => length === 0);
}

function without<T>(
  items: readonly T[],
  others: readonly T[],
  keyOf: (item: T) => string,
): readonly T[] {
  const known = new Set(others.map(keyOf));
  const byKey = new Map(items.map((item) => [keyOf(item), item]));
  return [...byKey].flatMap(([key, item]) => (known.has(key) ? [] : [item]));
}

/** All questions of several kinds of facts. */
export function joinQuestions(
  ...all: readonly WiringQuestions[]
): WiringQuestions {
  return {
    calls: all.flatMap(({ calls }) => calls),
    optional: all.flatMap(({ optional }) => optional),
    slots: all.flatMap(({ slots }) => slots),
    holders: all.flatMap(({ holders }) => holders),
    runs: all.flatMap(({ runs }) => runs),
    codes: all.flatMap(({ codes }) => codes),
    logs: all.flatMap(({ logs }) => logs),
  };
}
