import { getAddress } from "viem/utils";
import type { Address } from "../../base/address.ts";
import type { ProbeCall } from "../../rpc/probe-calls.ts";
import type { CallReading } from "../reading/readings.ts";
import { decodeResult, encodeCall } from "../wiring/facts.ts";
import { type ControlAnswers, callKey, slotKey } from "./answers.ts";
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

const WORD_WITH_ADDRESS = /^0x0{24}[0-9a-f]{40}$/i;

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
    return word?.ok === true && WORD_WITH_ADDRESS.test(word.value)
      ? getAddress(`0x${word.value.slice(-40)}`)
      : undefined;
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
  { source, of }: ControlFact,
  answers: ControlAnswers,
): number | undefined {
  if (!("count" in source)) {
    return undefined;
  }
  const call = { to: of, data: encodeCall(source.count) };
  const reading = answers.calls.get(callKey(call));
  const count =
    reading?.kind === "returned"
      ? decodeResult(source.count, reading.data)
      : undefined;
  return typeof count === "bigint" ? Number(count) : undefined;
}
