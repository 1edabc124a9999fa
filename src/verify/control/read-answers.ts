import { getAddress } from "viem/utils";
import { type Address, addressInWord } from "../../base/address.ts";
import type { ProbeCall } from "../../rpc/probe-calls.ts";
import { type CallReading, callKey } from "../reading/readings.ts";
import { decodeResult, encodeCall } from "../wiring/facts.ts";
import { type ControlAnswers, slotKey } from "./answers.ts";
import type { ControlFact } from "./control-facts.ts";

/** More templates are not read. */
export const MAX_ITEMS = 100;

/** What a fact's getter answered, if it has one. */
export function readingOf(
  { source, of }: ControlFact,
  answers: ControlAnswers,
): CallReading | undefined {
  const view =
    "call" in source
      ? source.call
      : "count" in source
        ? source.count
        : undefined;
  return view === undefined
    ? undefined
    : answers.calls.get(callKey({ to: of, data: encodeCall(view) }));
}

/** The address that a fact names, where it was read. */
export function holderOf(
  fact: ControlFact,
  answers: ControlAnswers,
): Address | undefined {
  const { form, source, of } = fact;
  if (form !== "holder") {
    return undefined;
  }
  if ("slot" in source) {
    const word = answers.slots.get(slotKey({ address: of, slot: source.slot }));
    const address = word?.ok === true ? addressInWord(word.value) : undefined;
    return address && getAddress(address);
  }
  const reading = readingOf(fact, answers);
  const value =
    reading?.kind === "returned" && "call" in source
      ? decodeResult(source.call, reading.data)
      : undefined;
  return typeof value === "string" ? getAddress(value) : undefined;
}

/** The calls for the items of a list at places from 1. */
export function itemCalls(
  { source, of }: ControlFact,
  from: number,
  to: number,
): readonly ProbeCall[] {
  return "item" in source
    ? Array.from({ length: Math.max(0, to - from + 1) }, (_, offset) => ({
        to: of,
        data: encodeCall(source.item, [BigInt(from + offset)]),
      }))
    : [];
}

/** How many items a list has; `undefined` where that was not read. */
export function readCount(
  fact: ControlFact,
  answers: ControlAnswers,
): number | undefined {
  const { source } = fact;
  const reading = readingOf(fact, answers);
  const count =
    "count" in source && reading?.kind === "returned"
      ? decodeResult(source.count, reading.data)
      : undefined;
  return typeof count === "bigint" ? Number(count) : undefined;
}
