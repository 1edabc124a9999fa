import { getAddress } from "viem/utils";
import { type Address, addressInWord } from "../../base/address.ts";
import type { ProbeCall } from "../../rpc/probe-calls.ts";
import { type CallReading, callKey } from "../reading/readings.ts";
import { slotKey, type WiringAnswers } from "./answers.ts";
import { decodeResult, encodeCall } from "./codec.ts";
import type { WiringFact } from "./facts.ts";

/** More items of a list are not read. */
export const MAX_ITEMS = 100;

/** The view that tells a fact, or how many items it has. */
function viewOf({ source }: WiringFact) {
  return "view" in source
    ? source.view
    : "count" in source
      ? source.count
      : undefined;
}

/** The calls for a fact, with the given number of items of a list. */
export function callsOf(fact: WiringFact, items: number): readonly ProbeCall[] {
  const { source, of } = fact;
  const view = viewOf(fact);
  const args = "args" in source ? source.args : [];
  return view === undefined
    ? []
    : [{ to: of, data: encodeCall(view, args) }, ...itemCalls(fact, items)];
}

/** The calls for the items of a list, at places from 1. */
export function itemCalls(
  { source, of }: WiringFact,
  items: number,
): readonly ProbeCall[] {
  return "item" in source
    ? Array.from({ length: items }, (_, index) => ({
        to: of,
        data: encodeCall(source.item, [BigInt(index + 1)]),
      }))
    : [];
}

/** What the view of a fact answered. */
export function readingOf(
  fact: WiringFact,
  answers: WiringAnswers,
): CallReading | undefined {
  const [call] = callsOf(fact, 0);
  return call && answers.calls.get(callKey(call));
}

function decodedOf(fact: WiringFact, answers: WiringAnswers): unknown {
  const reading = readingOf(fact, answers);
  const view = viewOf(fact);
  return reading?.kind === "returned" && view !== undefined
    ? decodeResult(view, reading.data)
    : undefined;
}

/** The address of who controls something, where it was read. */
export function holderOf(
  fact: WiringFact,
  answers: WiringAnswers,
): Address | undefined {
  const { source, of } = fact;
  if (fact.class !== "policy" || fact.form !== "holder") {
    return undefined;
  }
  if ("slot" in source) {
    const word = answers.slots.get(slotKey({ address: of, slot: source.slot }));
    const address = word?.ok === true ? addressInWord(word.value) : undefined;
    return address && getAddress(address);
  }
  const value = decodedOf(fact, answers);
  return typeof value === "string" ? getAddress(value) : undefined;
}

/** How many items a list has; `undefined` where that was not read. */
export function countOf(
  fact: WiringFact,
  answers: WiringAnswers,
): number | undefined {
  const count = "count" in fact.source ? decodedOf(fact, answers) : undefined;
  return typeof count === "bigint" ? Number(count) : undefined;
}
