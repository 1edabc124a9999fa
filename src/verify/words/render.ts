import { createHash } from "node:crypto";
import { type Address, isZeroAddress } from "../../base/address.ts";
import type { CheckStatus, Finding } from "../../base/problems.ts";
import { durationOf, percentOf, someOf } from "../../base/text.ts";
import { untrustedText } from "../../base/untrusted-text.ts";
import { CODE_KINDS } from "../../contracts/code-kinds.ts";
import { ROLE_NAMES } from "../../contracts/types/roles.ts";
import {
  type CheckedFindings,
  type FactVerification,
  readingOfFact,
} from "../found.ts";
import {
  lockedReadings,
  presentReadings,
  type Readings,
} from "../lock/power-holders.ts";
import { encode, type Json, readingOf } from "../values/codec.ts";
import type { Difference, Part } from "../values/compare.ts";
import type { Reason } from "../values/reason.ts";
import type {
  Item,
  Reading,
  RecordOf,
  Scalar,
  Sequence,
  SetOf,
  Unit,
  Value,
} from "../values/value.ts";
import { findingFor } from "./findings.ts";
import { sentence } from "./sentences.ts";

/** The context of a value's words. */
export interface Words {
  readonly unit?: Unit | undefined;
  /** The holder behind an address, as a value. */
  readonly partyAt?: ((address: Address) => Reading | undefined) | undefined;
}

/** Follows the items of a list of which the node may not have shown all. */
const INCOMPLETE = "(incomplete)";
/** The maximum number of items that are shown; the rest is counted. */
const MAX_SHOWN = 20;

/** A reading in one line: `0.1 %`, `2 days`, `0x… (account)`. */
export function render(reading: Reading, words: Words = {}): string {
  switch (reading.kind) {
    case "not offered":
      return "not offered";
    case "hidden":
      return sentence({ code: reading.reason });
    case "unread":
      return "not read";
    case "read":
      return renderValue(reading.value, words);
  }
}

function renderValue(value: Value, words: Words): string {
  switch (value.kind) {
    case "set":
    case "sequence":
      return renderItems(value, words);
    case "record":
      return renderRecord(value, words);
    default:
      return renderScalar(value, words);
  }
}

function renderItems(value: SetOf | Sequence, words: Words): string {
  const items = value.items.map((one) => renderItem(one, words));
  const shown = value.kind === "set" ? items.sort() : items;
  const text = items.length === 0 ? "none" : someOf(shown, MAX_SHOWN);
  const isIncomplete = value.kind === "set" && value.missing !== undefined;
  return isIncomplete ? `${text} ${INCOMPLETE}` : text;
}

/** Two readings in words; as the lock file has them where these are the same. */
export function renderBoth(
  readings: readonly [before: Reading, now: Reading],
  words: readonly [before: Words, now: Words],
): readonly [before: string, now: string] {
  const [was, is] = readings;
  const shown = [render(was, words[0]), render(is, words[1])] as const;
  return shown[0] === shown[1] ? [asLocked(was), asLocked(is)] : shown;
}

function asLocked(reading: Reading): string {
  if (reading.kind === "unread") {
    return render(reading);
  }
  return untrustedText(JSON.stringify(encode(reading)));
}

/** An item of a list, or a part of a value. */
function renderItem(value: Value | Item, words: Words): string {
  const text = renderValue(value, words);
  return value.kind === "sequence" || value.kind === "set" ? `(${text})` : text;
}

function renderRecord({ fields }: RecordOf<Value>, words: Words): string {
  const { address, active, code, role, member, delegatesTo } = fields;
  const shown = (one: Value) => renderItem(one, words);
  if (address !== undefined && active?.kind === "flag") {
    return `${shown(address)}, ${active.value ? "active" : "not active"}`;
  }
  if (role?.kind === "bytes" && member !== undefined) {
    return `${ROLE_NAMES.get(role.value) ?? role.value}: ${shown(member)}`;
  }
  if (address !== undefined) {
    const what = code === undefined ? "no code" : `code hash ${shown(code)}`;
    return `${renderItem(address, {})}, ${what}`;
  }
  for (const { name, wallet } of CODE_KINDS) {
    const release = fields[name];
    // A struct of an own contract may have a field of this name.
    if (wallet !== undefined && release?.kind === "text") {
      return `${wallet.words} ${shown(release)}`;
    }
  }
  if (delegatesTo !== undefined) {
    return `account that delegates to ${shown(delegatesTo)}`;
  }
  const entries = Object.entries(fields).map(
    ([name, one]) => `${untrustedText(name)}: ${shown(one)}`,
  );
  return `{ ${entries.join(", ")} }`;
}

const IN_UNIT = { share: percentOf, seconds: durationOf } as const;

function renderScalar(scalar: Scalar, { unit, partyAt }: Words): string {
  switch (scalar.kind) {
    case "address": {
      const { value } = scalar;
      const party = isZeroAddress(value) ? undefined : partyAt?.(value);
      const who = isZeroAddress(value) && partyAt ? "nobody" : undefined;
      const words = who ?? (party?.kind === "read" ? render(party) : undefined);
      return words === undefined ? value : `${value} (${words})`;
    }
    case "number":
      return unit === undefined
        ? String(scalar.value)
        : IN_UNIT[unit](scalar.value);
    case "flag":
      return scalar.value ? "yes" : "no";
    case "bytes":
      return shownInFull(scalar.value);
    case "text":
      return scalar.value === "" ? "empty" : shownInFull(scalar.value);
  }
}

/** A text of the chain. What is not shown as it is has its hash. */
function shownInFull(text: string): string {
  const shown = untrustedText(text);
  if (shown === text) {
    return text;
  }
  return `${shown} (in full: SHA-256 ${createHash("sha256").update(text).digest("hex")})`;
}

/**
 * The items that were enabled, disabled, added to a list and removed from it.
 *
 * @param label the name of the list
 */
export function describeDifference(
  { added, removed }: Difference,
  wasWords: Words,
  isWords: Words,
  label = "",
): string {
  // `template` of "ERC721Factory token templates".
  const noun = label.replace(/^.* (\w+)s$/, "$1");
  const changes = added.filter(isToggle).map(({ at: [place], value }) => {
    const isActive = value?.kind === "flag" && value.value;
    const number = Number(place) + 1;
    return `${noun} ${number} ${isActive ? "enabled" : "disabled"}`;
  });
  for (const [verb, parts, words] of [
    ["added", added, isWords],
    ["removed", removed, wasWords],
  ] as const) {
    const others = parts.filter((part) => !isToggle(part));
    const texts = others.map(({ value }) => renderPart(value, words));
    if (texts.length > 0) {
      changes.push(`${verb} ${someOf(texts, MAX_SHOWN)}`);
    }
  }
  return changes.join("; ");
}

/** A part of a value in words. */
function renderPart(value: Value | undefined, words: Words): string {
  return value === undefined ? "not offered" : renderItem(value, words);
}

/** Tells whether a part says that an item of a list is active, or not. */
function isToggle({ at: [place, name] }: Part): boolean {
  return typeof place === "number" && name === "active";
}

/** The members that the words of a value depend on. */
type Subject = Pick<FactVerification, "unit" | "severity">;

type Present = Parameters<typeof presentReadings>[0];

/** The holder behind an address is named where that matters. */
const CONTROL: Subject = { severity: "control" };

/** The words of values of one time. */
export function wordsBy(
  at: Readings,
  { unit, severity }: Subject = CONTROL,
): Words {
  const partyAt = (address: Address) => at(`${address}.is`);
  return { unit, partyAt: severity === "control" ? partyAt : undefined };
}

/** A fact's value in words; `undefined` where it was not read. */
export function factText(
  fact: FactVerification,
  found: Present,
): string | undefined {
  const reading = readingOfFact(fact);
  if (reading.kind === "unread") {
    return undefined;
  }
  return render(reading, wordsBy(presentReadings(found), fact));
}

/**
 * The expected value of a fact, in words: the registry's, or the locked one.
 */
export function lockedText(
  fact: FactVerification,
  { lock }: Pick<CheckedFindings, "lock">,
): string {
  const words = wordsBy(lockedReadings(lock?.entry), fact);
  return render(readingOf(fact.expected ?? null), words);
}

/**
 * A finding on a fact, or on its comparison with the lock. Its cause has the parts of the
 * value as they are, so that it is one wherever it is found.
 */
export function factFinding(
  status: CheckStatus,
  verdict: string,
  reason: Reason,
  fact: FactVerification | undefined,
  found: Present,
): Finding {
  return {
    ...findingFor(status, verdict, reason),
    reason: sentence(withWords(reason, fact, found)),
  };
}

/** A reason, in which the parts of a fact's value are words rather than JSON. */
function withWords(
  reason: Reason,
  fact: FactVerification | undefined,
  found: Present,
): Reason {
  const { code, cause } = reason;
  if (code !== "incomplete-baseline") {
    return cause ? { ...reason, cause: withWords(cause, fact, found) } : reason;
  }
  const words = wordsBy(presentReadings(found), fact);
  const parts: readonly Json[] = JSON.parse(reason.facts?.["parts"] ?? "[]");
  const text = parts.map((json) => render(readingOf(json), words)).join(", ");
  return { ...reason, facts: { ...reason.facts, parts: text } };
}
