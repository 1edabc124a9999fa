import type { Address } from "../../base/address.ts";
import type { Decoded } from "../../base/records.ts";
import { callKey } from "../reading/readings.ts";
import { describeUnreadFact, type FactVerification } from "../report.ts";
import { decodeResult } from "../wiring/facts.ts";
import { describeTemplate } from "../wiring/structural-facts.ts";
import { type ControlAnswers, slotKey } from "./answers.ts";
import type { ControlFact } from "./control-facts.ts";
import { isNobody, judgeHolder } from "./holders.ts";
import {
  holderOf,
  itemCalls,
  MAX_ITEMS,
  readCount,
  readingOf,
} from "./read-answers.ts";
import {
  type ControlValue,
  describeItems,
  describeValue,
  NOT_OFFERED,
} from "./values.ts";

/** What else is known of the contracts. */
export interface ControlContext {
  /** Whether the code at an address is a release of a contract, if it was read. */
  readonly isRelease: (address: Address, contract: string) => Decoded<boolean>;
  /** Why a contract was not asked; `undefined` where it was. */
  readonly notAsked: (fact: ControlFact) => string | undefined;
}

/** A privileged value as a fact: listed, or unknown with the reason. */
export function judgeControl(
  fact: ControlFact,
  answers: ControlAnswers,
  context: ControlContext,
): FactVerification {
  const { id, label } = fact;
  const reason = context.notAsked(fact);
  const value: PartlyRead =
    reason === undefined
      ? readValue(fact, answers, context)
      : { ok: false, reason };
  if (!value.ok) {
    const { partly } = value;
    return {
      id,
      class: "policy",
      label,
      ...(partly === undefined ? {} : { actual: partly }),
      verdict: "unknown",
      reason: describeUnreadFact(value.reason),
    };
  }
  const { text, ...rest } = value.value;
  return {
    id,
    class: "policy",
    label,
    actual: text,
    ...rest,
    verdict: "listed",
  };
}

type PartlyRead =
  | { readonly ok: true; readonly value: ControlValue }
  /** Of a holder the address, where it is unknown what is behind it. */
  | { readonly ok: false; readonly reason: string; readonly partly?: string };

function readValue(
  fact: ControlFact,
  answers: ControlAnswers,
  { isRelease }: ControlContext,
): PartlyRead {
  const { source, form, of } = fact;
  if ("slot" in source) {
    const word = answers.slots.get(slotKey({ address: of, slot: source.slot }));
    const release = isRelease(of, source.contract);
    if (!release.ok) {
      return unread(release.reason);
    }
    if (!release.value) {
      return { ok: true, value: NOT_KNOWN };
    }
    if (word?.ok !== true) {
      return unread(word?.reason);
    }
    return readHolder(fact, answers);
  }
  const reading = readingOf(fact, answers);
  if (reading === undefined || reading.kind === "unknown") {
    return unread(reading?.reason);
  }
  if (reading.kind === "reverted") {
    return { ok: true, value: NOT_OFFERED };
  }
  if ("count" in source) {
    return readItems(fact, answers);
  }
  return form === "holder"
    ? readHolder(fact, answers)
    : {
        ok: true,
        value: describeValue(form, source.call, reading.data) ?? NOT_OFFERED,
      };
}

/** Only known releases keep it where it is read. */
const NOT_KNOWN: ControlValue = { text: "not known for code of no release" };

function readHolder(fact: ControlFact, answers: ControlAnswers): PartlyRead {
  const address = holderOf(fact, answers);
  if (address === undefined) {
    return { ok: true, value: NOT_OFFERED };
  }
  if (isNobody(address)) {
    return { ok: true, value: { text: `${address} (nobody)` } };
  }
  const kind = judgeHolder(answers.holders.get(address.toLowerCase()));
  return kind.ok
    ? { ok: true, value: { text: `${address} (${kind.value})` } }
    : {
        ok: false,
        reason: `whether ${address} is an account or a contract is unknown: ${kind.reason}`,
        partly: address,
      };
}

function readItems(fact: ControlFact, answers: ControlAnswers): PartlyRead {
  const count = readCount(fact, answers);
  if (count === undefined) {
    return { ok: true, value: NOT_OFFERED };
  }
  if (count > MAX_ITEMS) {
    return unread(
      `it has ${count} items, more than the maximum of ${MAX_ITEMS}`,
    );
  }
  const items: string[] = [];
  for (const call of itemCalls(fact, 1, count)) {
    const reading = answers.calls.get(callKey(call));
    if (reading === undefined || reading.kind === "unknown") {
      return unread(reading?.reason);
    }
    items.push(
      reading.kind === "reverted"
        ? "the call fails"
        : (describeItem(fact, reading.data) ?? "an invalid answer"),
    );
  }
  return { ok: true, value: describeItems(items) };
}

function describeItem(
  { source }: ControlFact,
  data: `0x${string}`,
): string | undefined {
  return "item" in source
    ? describeTemplate(decodeResult(source.item, data))
    : undefined;
}

function unread(reason = "it was not asked"): PartlyRead {
  return { ok: false, reason };
}
