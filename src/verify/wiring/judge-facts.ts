import { isZeroAddress } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import {
  isReleaseOf,
  type KnownCodes,
  UNREAD,
} from "../identity/judge-identity.ts";
import { codeKey } from "../reading/readings.ts";
import { describeUnreadFact, type FactVerification } from "../report.ts";
import { slotKey, type WiringAnswers } from "./answers.ts";
import {
  countOf,
  factValue,
  holderOf,
  listValues,
  MAX_ITEMS,
  type ReadValue,
  valueIn,
} from "./decode-answers.ts";
import {
  headOf,
  type PolicyFact,
  type StructuralFact,
  unknownFact,
  type WiringFact,
} from "./facts.ts";
import { judgeHolder } from "./judge-holder.ts";
import {
  type ControlValue,
  describeItem,
  describeItems,
  describeValue,
  NOT_READABLE,
} from "./values.ts";

/** A structural fact holds or is broken, a privileged value is listed. */
export function judgeFact(
  fact: WiringFact,
  answers: WiringAnswers,
  codes: KnownCodes,
): FactVerification {
  if (fact.class === "structural") {
    return judgeStructural(fact, factValue(fact, answers));
  }
  const read = readPolicy(fact, answers, codes);
  if (read.kind === "unknown") {
    const { reason, partly: actual } = read;
    return {
      ...unknownFact(fact, describeUnreadFact(reason)),
      ...(actual === undefined ? {} : { actual }),
    };
  }
  const { text: actual, ...value } =
    read.kind === "read" ? read.value : NOT_OFFERED;
  return { ...headOf(fact), actual, ...value, verdict: "listed" };
}

/** Of a view that a contract does not have. */
const NOT_OFFERED: ControlValue = { text: "not offered" };

/** A fact is broken where the contract runs the call, and does not answer as expected. */
export function judgeStructural(
  fact: StructuralFact,
  read: ReadValue,
): FactVerification {
  const { expected } = fact;
  if (read.kind === "unknown") {
    return unknownFact(fact, describeUnreadFact(read.reason));
  }
  const actual = textOf(read);
  return actual.toLowerCase() === expected.toLowerCase()
    ? { ...headOf(fact), actual, verdict: "holds" }
    : {
        ...headOf(fact),
        actual,
        verdict: "broken",
        reason: `expected ${expected}, ${read.kind === "failed" ? "but" : "got"} ${actual}`,
      };
}

/** What a view answered, in words. */
export function textOf(
  read: Exclude<ReadValue, { readonly kind: "unknown" }>,
): string {
  switch (read.kind) {
    case "read":
      return String(read.value);
    case "failed":
      return "the call fails";
    case "invalid":
      return "an invalid answer";
  }
}

function readPolicy(
  fact: PolicyFact,
  answers: WiringAnswers,
  codes: KnownCodes,
): ReadValue<ControlValue> {
  const { source, form, of } = fact;
  if ("slot" in source) {
    const code = codes.get(of) ?? UNREAD;
    if (code.kind === "unread") {
      return {
        kind: "unknown",
        reason: `whether its code is of a known release is unknown: ${code.reason}`,
      };
    }
    if (!isReleaseOf(source.contract, code)) {
      return { kind: "read", value: NOT_KNOWN };
    }
    const { slot } = source;
    if (isHidden(answers.slots.get(slotKey({ address: of, slot })))) {
      return { kind: "read", value: NOT_READABLE };
    }
  }
  const read = factValue(fact, answers);
  if (read.kind !== "read") {
    return read;
  }
  switch (form) {
    case "holder":
      return readHolder(fact, answers);
    case "items":
      return readItems(fact, answers);
    default:
      return valueIn(describeValue(form, read.value));
  }
}

/** Only known releases keep it where it is read. */
const NOT_KNOWN: ControlValue = { text: "not known for code of no release" };

/**
 * Whether a word of storage is not shown. Confidential chains answer zero for storage
 * that they hide; no release has zero for what is read there.
 */
function isHidden(word: Decoded<Hex> | undefined): boolean {
  return word?.ok === true ? BigInt(word.value) === 0n : !!word?.isMissing;
}

function readHolder(
  fact: PolicyFact,
  answers: WiringAnswers,
): ReadValue<ControlValue> {
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
        partly: address,
        reason: `whether ${address} is an account or a contract is unknown: ${holder.reason}`,
      };
}

function readItems(
  fact: PolicyFact,
  answers: WiringAnswers,
): ReadValue<ControlValue> {
  const count = countOf(fact, answers) ?? 0;
  if (count > MAX_ITEMS) {
    return {
      kind: "unknown",
      reason: `it has ${count} items, more than the maximum of ${MAX_ITEMS}`,
    };
  }
  const [, ...items] = listValues(fact, count, answers);
  const texts: string[] = [];
  for (const item of items) {
    if (item.kind === "unknown") {
      return item;
    }
    texts.push(item.kind === "read" ? describeItem(item.value) : textOf(item));
  }
  return { kind: "read", value: describeItems(texts) };
}
