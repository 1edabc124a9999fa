import type { Address } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import type { ProbeCall } from "../../rpc/probe-calls.ts";
import {
  type CallReading,
  type CodeReading,
  type CodeReadings,
  callKey,
  codeKey,
} from "../reading/readings.ts";

/** What to ask the contracts about each other, and about those who control them. */
export interface WiringQuestions {
  readonly calls: readonly ProbeCall[];
  readonly slots: readonly StorageWord[];
  /** The addresses of those who control something. */
  readonly holders: readonly Address[];
}

export interface StorageWord {
  readonly address: Address;
  readonly slot: Hex;
}

/** What was read of an address that controls something. */
export interface HolderReading {
  /** Two reads in different ways. */
  readonly codes: readonly [CodeReading, CodeReading];
  /** The word of storage where a proxy of a known type has its implementation. */
  readonly slot: Decoded<Hex>;
  /** The codes of the known implementations on this chain. */
  readonly implementations: CodeReadings;
}

/** What was answered, each by the question's key. */
export interface WiringAnswers {
  readonly calls: ReadonlyMap<string, CallReading>;
  readonly slots: ReadonlyMap<string, Decoded<Hex>>;
  readonly holders: ReadonlyMap<string, HolderReading>;
}

export const NO_ANSWERS: WiringAnswers = {
  calls: new Map(),
  slots: new Map(),
  holders: new Map(),
};

export function slotKey({ address, slot }: StorageWord): string {
  return `${address.toLowerCase()}:${slot}`;
}

/** The answers to several rounds of questions. */
export function mergeAnswers(
  ...rounds: readonly WiringAnswers[]
): WiringAnswers {
  return {
    calls: new Map(rounds.flatMap(({ calls }) => [...calls])),
    slots: new Map(rounds.flatMap(({ slots }) => [...slots])),
    holders: new Map(rounds.flatMap(({ holders }) => [...holders])),
  };
}

/** Those of the questions that were not asked, each once. */
export function unasked(
  { calls, slots, holders }: WiringQuestions,
  ...asked: readonly WiringQuestions[]
): WiringQuestions {
  return {
    calls: without(
      calls,
      asked.flatMap((one) => one.calls),
      callKey,
    ),
    slots: without(
      slots,
      asked.flatMap((one) => one.slots),
      slotKey,
    ),
    holders: without(
      holders,
      asked.flatMap((one) => one.holders),
      codeKey,
    ),
  };
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
