import { type Address, isZeroAddress } from "../../base/address.ts";
import type { Decoded } from "../../base/records.ts";
import type { View } from "../../contracts/contract-type.ts";
import { type CallReading, callKey, codeKey } from "../reading/readings.ts";
import { describeUnreadFact, type FactVerification } from "../report.ts";
import { slotKey, type WiringAnswers } from "./answers.ts";
import { decodeResult } from "./codec.ts";
import {
  countOf,
  holderOf,
  itemCalls,
  MAX_ITEMS,
  readingOf,
} from "./decode-answers.ts";
import {
  type PolicyFact,
  type StructuralFact,
  unknownFact,
  type WiringFact,
} from "./facts.ts";
import { judgeHolder } from "./judge-holder.ts";
import { type ControlValue, describeItems, describeValue } from "./values.ts";

/** Whether the code at an address is a release of a contract, if it was read. */
export type IsRelease = (
  address: Address,
  contract: string,
) => Decoded<boolean>;

/** What was read of a fact. */
type FactValue =
  | { readonly kind: "read"; readonly value: ControlValue }
  /** The contract runs the call, and fails or returns something else. */
  | { readonly kind: "failed" | "invalid" }
  /** Of a holder there is the address, where it is unknown what is behind it. */
  | {
      readonly kind: "unknown";
      readonly reason: string;
      readonly address?: Address;
    };

/** A structural fact holds or is broken, a privileged value is listed. */
export function judgeFact(
  fact: WiringFact,
  answers: WiringAnswers,
  isRelease: IsRelease,
): FactVerification {
  if (fact.class === "structural") {
    return judgeStructural(fact, readingOf(fact, answers));
  }
  const { id, label } = fact;
  const read = readPolicy(fact, answers, isRelease);
  if (read.kind === "unknown") {
    const { reason, address: actual } = read;
    return {
      ...unknownFact(fact, describeUnreadFact(reason)),
      ...(actual === undefined ? {} : { actual }),
    };
  }
  const { text: actual, ...value } =
    read.kind === "read" ? read.value : NOT_OFFERED;
  return { id, class: "policy", label, actual, ...value, verdict: "listed" };
}

/** Of a view that a contract does not have. */
const NOT_OFFERED: ControlValue = { text: "not offered" };

/** A fact is broken where the contract runs the call, and does not answer as expected. */
export function judgeStructural(
  fact: StructuralFact,
  reading: CallReading | undefined,
): FactVerification {
  const { id, expected, source } = fact;
  const read = describedBy(scalarValue, source.view, reading);
  if (read.kind === "unknown") {
    return unknownFact(fact, describeUnreadFact(read.reason));
  }
  const head = { id, class: "structural", expected } as const;
  const actual = textOf(read);
  return actual.toLowerCase() === expected.toLowerCase()
    ? { ...head, actual, verdict: "holds" }
    : {
        ...head,
        actual,
        verdict: "broken",
        reason: `expected ${expected}, ${read.kind === "failed" ? "but" : "got"} ${actual}`,
      };
}

function scalarValue(value: unknown): ControlValue | undefined {
  return typeof value === "string" ||
    typeof value === "boolean" ||
    typeof value === "number" ||
    typeof value === "bigint"
    ? { text: String(value) }
    : undefined;
}

const NOT_ASKED = "it was not asked";

/** What a view answered. */
function describedBy(
  describe: (value: unknown) => ControlValue | undefined,
  view: View,
  reading: CallReading | undefined,
): FactValue {
  switch (reading?.kind) {
    case undefined:
      return { kind: "unknown", reason: NOT_ASKED };
    case "unknown":
      return reading;
    case "reverted":
      return { kind: "failed" };
    case "returned": {
      const value = describe(decodeResult(view, reading.data));
      return value === undefined
        ? { kind: "invalid" }
        : { kind: "read", value };
    }
  }
}

function readPolicy(
  fact: PolicyFact,
  answers: WiringAnswers,
  isRelease: IsRelease,
): FactValue {
  const { source, form, of } = fact;
  if ("slot" in source) {
    const release = isRelease(of, source.contract);
    if (!release.ok) {
      return { kind: "unknown", reason: release.reason };
    }
    if (!release.value) {
      return { kind: "read", value: NOT_KNOWN };
    }
    const word = answers.slots.get(slotKey({ address: of, slot: source.slot }));
    return word?.ok === true
      ? readHolder(fact, answers)
      : { kind: "unknown", reason: word?.reason ?? NOT_ASKED };
  }
  const reading = readingOf(fact, answers);
  if ("count" in source) {
    const count = describedBy(scalarValue, source.count, reading);
    return count.kind === "read" ? readItems(fact, answers) : count;
  }
  const read = describedBy(
    (value) => describeValue(form, value),
    source.view,
    reading,
  );
  return form === "holder" && read.kind === "read"
    ? readHolder(fact, answers)
    : read;
}

/** Only known releases keep it where it is read. */
const NOT_KNOWN: ControlValue = { text: "not known for code of no release" };

function readHolder(fact: PolicyFact, answers: WiringAnswers): FactValue {
  const address = holderOf(fact, answers);
  if (address === undefined) {
    return { kind: "invalid" };
  }
  const holder: Decoded<string> = isZeroAddress(address)
    ? { ok: true, value: "nobody" }
    : judgeHolder(answers.holders.get(codeKey(address)));
  return holder.ok
    ? { kind: "read", value: { text: `${address} (${holder.value})` } }
    : {
        kind: "unknown",
        address,
        reason: `whether ${address} is an account or a contract is unknown: ${holder.reason}`,
      };
}

function readItems(fact: PolicyFact, answers: WiringAnswers): FactValue {
  const { source, form } = fact;
  const count = countOf(fact, answers);
  if (count === undefined || !("item" in source)) {
    return { kind: "invalid" };
  }
  if (count > MAX_ITEMS) {
    return {
      kind: "unknown",
      reason: `it has ${count} items, more than the maximum of ${MAX_ITEMS}`,
    };
  }
  const items = itemCalls(fact, count).map((call) =>
    describedBy(
      (value) => describeValue(form, value),
      source.item,
      answers.calls.get(callKey(call)),
    ),
  );
  const unread = items.find((item) => item.kind === "unknown");
  const texts = items.flatMap((item) =>
    item.kind === "unknown" ? [] : [textOf(item)],
  );
  return unread ?? { kind: "read", value: describeItems(texts) };
}

/** What a view answered, in words. */
function textOf(
  read: Exclude<FactValue, { readonly kind: "unknown" }>,
): string {
  switch (read.kind) {
    case "read":
      return read.value.text;
    case "failed":
      return "the call fails";
    case "invalid":
      return "an invalid answer";
  }
}
