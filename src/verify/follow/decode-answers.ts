import { getAddress } from "viem/utils";
import { type Address, addressInWord, addressOf } from "../../base/address.ts";
import { type Hex, isHex } from "../../base/hex.ts";
import { kindNamed } from "../../contracts/code-kinds.ts";
import type { View, ViewArgument } from "../../contracts/contract-type.ts";
import { ROLE_OFFERS } from "../../contracts/types/roles.ts";
import type { ProbeCall } from "../../rpc/probe-calls.ts";
import type { WiringFact } from "../expect/facts.ts";
import type { PolicyFact } from "../expect/policy-facts.ts";
import type { Answers } from "../questions/question.ts";
import type { CallReading } from "../questions/readings.ts";
import { told } from "../values/reason.ts";

import { NOT_OFFERED, type Reading, valueIn } from "../values/value.ts";
import { codeWithHash } from "./code-at.ts";
import {
  decodeResult,
  encodeCall,
  returnsBytes,
  returnsList,
} from "./codec.ts";

import { ownedWord } from "./shown-storage.ts";

/** More items of a list are not read. */
export const MAX_ITEMS = 100;

/** The result of a view, as the ABI's decoder has it. */
export type Returned<T = unknown> = Exclude<
  Reading<T>,
  { readonly kind: "hidden" }
>;

/** The source of a value, and the contract that is asked. */
export type Asked = Pick<WiringFact, "of" | "source"> &
  Partial<Pick<PolicyFact, "form" | "ofKind" | "isOptional">>;

/** The views of a fact with their calls. For a list: the count, then the items from place 1. */
export function callsOf({ source, of }: Asked, items: number) {
  const call = (view: View, args?: readonly ViewArgument[]) => ({
    view,
    call: callOf(of, view, args),
  });
  if ("view" in source) {
    return [call(source.view, source.args)];
  }
  if ("count" in source) {
    const places = Array.from({ length: items }, (_, index) => index + 1);
    return [
      call(source.count),
      ...places.map((place) => call(source.item, [BigInt(place)])),
    ];
  }
  // Whether there are roles; who has them follows from it.
  if ("derived" in source && source.derived === "roles") {
    return ROLE_OFFERS.map(({ view, args }) => call(view, args));
  }
  return [];
}

/** The value of a fact. For a list: the number of items. */
export function factValue(fact: Asked, answers: Answers): Returned {
  const { source, of, form } = fact;
  if ("slot" in source) {
    // Whether it is asked depends on the code, too.
    const { slot, contract } = source;
    const read = answers.known({ kind: "word", address: of, slot });
    const isOwned = read !== undefined && contract !== undefined;
    const word = isOwned ? ownedWord(of, slot, answers) : read;
    if (word?.ok === true) {
      return wordValue(word.value, form);
    }
    if (word === undefined) {
      return NOT_ASKED;
    }
    return { kind: "unread", reason: told(word.reason) };
  }
  const [value] = listValues(fact, 0, answers);
  // A view that returns bytes returns a word of storage.
  const isWord = "view" in source && returnsBytes(source.view);
  if (value?.kind === "read" && isWord) {
    return wordValue(value.value, form);
  }
  return value ?? NOT_ASKED;
}

function wordValue(value: unknown, form: Asked["form"]): Returned {
  if (form === "number" && isHex(value)) {
    return returnedValue(BigInt(value));
  }
  const address = isHex(value) ? addressInWord(value) : undefined;
  return returnedValue(address && getAddress(address));
}

function callOf(
  to: Address,
  view: View,
  args?: readonly ViewArgument[],
): ProbeCall {
  return { to, data: encodeCall(view, args), isList: returnsList(view) };
}

/** The value of a single view. */
export function viewValue(
  to: Address,
  view: View,
  args: readonly ViewArgument[],
  answers: Answers,
): Returned {
  const call = callOf(to, view, args);
  const reading = answers.get({ kind: "call", call, isOptional: true });
  return resultOf(view, reading);
}

/** The values of a list: the number of items, then the items from place 1. */
export function listValues(
  fact: Asked,
  items: number,
  answers: Answers,
): readonly Returned[] {
  const { isOptional } = fact;
  const calls = callsOf(fact, items);
  if (calls.length > 0 && !mayBeOfKind(fact, answers)) {
    return [NOT_OFFERED];
  }
  return calls.map(({ view, call }) =>
    resultOf(view, answers.get({ kind: "call", call, isOptional })),
  );
}

/** What was decoded of a reading: each trip looks at the readings of all before it. */
const results = new WeakMap<
  CallReading,
  { readonly view: View; readonly result: Returned }
>();

function resultOf(view: View, reading: CallReading | undefined): Returned {
  const known = reading && results.get(reading);
  if (known?.view === view) {
    return known.result;
  }
  const result = decoded(reading, (data) => decodeResult(view, data));
  if (reading?.kind === "returned") {
    results.set(reading, { view, result });
  }
  return result;
}

/**
 * Tells whether a contract may be of the kind that has a value: by its code, or
 * by its mark.
 */
export function mayBeOfKind(
  { of: address, ofKind }: Pick<Asked, "of" | "ofKind">,
  answers: Answers,
): boolean {
  const { wallet, mark: slot } = kindNamed(ofKind) ?? {};
  if (wallet !== undefined) {
    const code = codeWithHash(address, answers);
    return code?.kind === "code" && wallet.proxies.has(code.hash ?? "");
  }
  const word = slot && answers.get({ kind: "word", address, slot });
  if (word?.ok === true) {
    return BigInt(word.value) !== 0n;
  }
  return slot === undefined || (word !== undefined && !word.isMissing);
}

/** The decoded answer of a call. */
export function decoded<T>(
  reading: CallReading | undefined,
  decode: (data: Hex) => T | undefined,
): Returned<T> {
  switch (reading?.kind) {
    case undefined:
      return NOT_ASKED;
    case "unknown":
      return { kind: "unread", reason: told(reading.reason) };
    case "reverted":
      return NOT_OFFERED;
    case "returned":
      return returnedValue(decode(reading.data));
  }
}

export const NOT_ASKED = {
  kind: "unread",
  reason: { code: "not-asked" },
} as const;

/** Readable if it could be decoded. */
export function returnedValue<T>(value: T | undefined): Returned<T> {
  if (value === undefined) {
    return { kind: "not offered", isInvalid: true };
  }
  return { kind: "read", value };
}

/**
 * Tells whether a fact names those who may act, rather than what is in a list.
 */
export function isPower(fact: WiringFact): boolean {
  return (
    fact.class === "policy" &&
    (fact.form === "holder" || fact.form === "holders")
  );
}

/** The addresses of who controls something, where they were read. */
export function holdersOf(
  fact: WiringFact,
  answers: Answers,
): readonly Address[] {
  if (isPower(fact)) {
    return addressesIn(valueIn(factValue(fact, answers)));
  }
  return [];
}

/** The addresses of one value, or of a list and where it goes on. */
export function addressesIn(value: unknown): readonly Address[] {
  const list =
    Array.isArray(value) && Array.isArray(value[0]) ? value[0] : value;
  return [list].flat().flatMap((one) => addressOf(one) ?? []);
}

/** How many items a list has; `undefined` where that was not read. */
export function countOf(fact: Asked, answers: Answers): number | undefined {
  const isList = "count" in fact.source;
  const read = isList ? factValue(fact, answers) : undefined;
  return read?.kind === "read" ? Number(read.value) : undefined;
}
