import type { Address } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import type { ProbeCall } from "../../rpc/probe-calls.ts";
import type { CallReading } from "../reading/readings.ts";
import type { HolderReading } from "./holders.ts";

/** What to ask a chain about those who control its contracts. */
export interface ControlQuestions {
  readonly calls: readonly ProbeCall[];
  readonly slots: readonly StorageWord[];
  /** Addresses of which to tell what is behind them. */
  readonly holders: readonly Address[];
}

export interface StorageWord {
  readonly address: Address;
  readonly slot: Hex;
}

/** What was answered, each by the question's key. */
export interface ControlAnswers {
  readonly calls: ReadonlyMap<string, CallReading>;
  readonly slots: ReadonlyMap<string, Decoded<Hex>>;
  readonly holders: ReadonlyMap<string, HolderReading>;
}

export const NO_QUESTIONS: ControlQuestions = {
  calls: [],
  slots: [],
  holders: [],
};

export function slotKey({ address, slot }: StorageWord): string {
  return `${address.toLowerCase()}:${slot}`;
}

/** The answers to two rounds of questions. */
export function mergeAnswers(
  first: ControlAnswers,
  second: ControlAnswers,
): ControlAnswers {
  return {
    calls: new Map([...first.calls, ...second.calls]),
    slots: new Map([...first.slots, ...second.slots]),
    holders: new Map([...first.holders, ...second.holders]),
  };
}
