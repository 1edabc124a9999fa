import { keccak256, toHex } from "viem/utils";
import { type Address, isZeroAddress } from "../../base/address.ts";
import { type Hex, isHex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { untrustedText } from "../../base/untrusted-text.ts";
import {
  isReleaseOf,
  type KnownCode,
  type KnownCodes,
  UNREAD,
} from "../identity/judge-identity.ts";
import { codeKey } from "../reading/readings.ts";
import { slotKey, type WiringAnswers } from "./answers.ts";
import {
  countOf,
  factValue,
  holdersOf,
  listValues,
  MAX_ITEMS,
  type ReadValue,
  valueIn,
} from "./decode-answers.ts";
import type { LockedValue } from "./facts.ts";
import { type PartlyRead, readDependencies } from "./holders/dependencies.ts";
import type { Place } from "./holders/places.ts";
import { type Roles, readRoles, roleName } from "./holders/roles.ts";
import { contractCode, isSafe, judgeHolder } from "./judge-holder.ts";
import type { PolicyFact } from "./policy-facts.ts";
import {
  type ControlValue,
  describeItem,
  describeItems,
  describeValue,
  INCOMPLETE,
  NOT_KNOWN,
  NOT_READABLE,
} from "./values.ts";

/** What is known when facts are judged. */
export interface JudgeContext {
  readonly answers: WiringAnswers;
  readonly codes: KnownCodes;
  /** The fact's value in the lock file. */
  readonly locked: LockedValue | undefined;
}

/** What was read of a privileged value. */
export function readPolicy(
  fact: PolicyFact,
  place: Place,
  context: JudgeContext,
): PartlyRead {
  const { source, form, of } = fact;
  const { answers } = context;
  if ("derived" in source) {
    return readDerived(fact, source.derived, place, context);
  }
  // What an account answers to calls means nothing.
  if (fact.isOptional === true && !place.isContract) {
    return { read: { kind: "failed" } };
  }
  if ("slot" in source) {
    const word = answers.slots.get(slotKey({ address: of, slot: source.slot }));
    const value =
      source.contract === undefined
        ? whereNoProxy(word, place, context)
        : whereNoRelease(source.contract, word, codeOf(of, context));
    if (value !== undefined) {
      return value;
    }
  }
  const read = factValue(fact, answers);
  if (read.kind !== "read") {
    return { read };
  }
  switch (form) {
    case "holder":
    case "holders":
      return { read: readHolders(fact, read.value, answers) };
    case "items":
      return { read: readItems(fact, answers) };
    case "any":
      return { read: { kind: "read", value: describeAny(read.value) } };
    default:
      return { read: valueIn(describeValue(form, read.value)) };
  }
}

/** A value of any type. What is not shown as it is has its hash, so that no change is hidden. */
function describeAny(value: unknown): ControlValue {
  const text = isHex(value)
    ? value
    : JSON.stringify(value, (_, part: unknown) =>
        typeof part === "bigint" ? String(part) : part,
      ).replace(/^"(\d+)"$/, "$1");
  const shown = untrustedText(text);
  return {
    text:
      shown === text ? text : `${shown} (keccak256 ${keccak256(toHex(text))})`,
  };
}

/** What is known of the code of a contract, or of one that is followed. */
function codeOf(of: Address, { answers, codes }: JudgeContext): KnownCode {
  const known = codes.get(of);
  if (known !== undefined || contractCode(of, answers) === undefined) {
    return known ?? UNREAD;
  }
  const release = answers.holders.get(codeKey(of))?.release;
  return release === undefined
    ? { kind: "none-released" }
    : { kind: "release", release };
}

/** The value of a slot of known releases where there is none of them. */
function whereNoRelease(
  contract: string,
  word: Decoded<Hex> | undefined,
  code: KnownCode,
): PartlyRead | undefined {
  if (code.kind === "unread") {
    const reason = `whether its code is of a known release is unknown: ${code.reason}`;
    return { read: { kind: "unknown", reason } };
  }
  const isOther = !isReleaseOf(contract, code);
  return isOther || isHidden(word)
    ? { read: { kind: "read", value: isOther ? NOT_KNOWN : NOT_READABLE } }
    : undefined;
}

/**
 * The value of a proxy's slot of what is no such proxy, or where the endpoint hides
 * storage, in which case the word may be anything.
 */
function whereNoProxy(
  word: Decoded<Hex> | undefined,
  { delegation }: Place,
  { answers, locked }: JudgeContext,
): PartlyRead | undefined {
  const isZero = word?.ok === true && BigInt(word.value) === 0n;
  const isStorageHidden = [...answers.slots.values()].some(isHidden);
  if (delegation !== undefined && isStorageHidden && locked !== undefined) {
    return { read: { kind: "read", value: NOT_READABLE } };
  }
  return delegation === undefined || isZero || isStorageHidden
    ? { read: { kind: "failed" } }
    : undefined;
}

/** Whether the endpoint does not show a word of storage. */
function isHidden(word: Decoded<Hex> | undefined): boolean {
  return word?.ok === false && word.isMissing === true;
}

/** What follows from several reads of a place. */
function readDerived(
  { of }: PolicyFact,
  what: "codeHash" | "dependencies" | "roles",
  { isContract, delegation }: Place,
  { answers, locked }: JudgeContext,
): PartlyRead {
  switch (what) {
    case "codeHash":
      return { read: readCodeHash(of, answers) };
    case "dependencies":
      return delegation === undefined
        ? { read: { kind: "failed" } }
        : readDependencies(of, delegation, answers, locked);
    case "roles": {
      const roles: ReadValue<Roles> = isContract
        ? readRoles(of, answers, locked)
        : { kind: "failed" };
      return roles.kind === "read"
        ? describeRoles(roles.value, answers)
        : { read: roles };
    }
  }
}

/** That of a Safe is known by its release, and an account has none. */
function readCodeHash(
  of: Address,
  answers: WiringAnswers,
): ReadValue<ControlValue> {
  const judged = judgeHolder(of, answers);
  if (!judged.ok) {
    return { kind: "unknown", reason: judged.reason };
  }
  const { hash } = contractCode(of, answers) ?? {};
  return isSafe(of, answers)
    ? { kind: "failed" }
    : valueIn(hash && { text: hash });
}

function describeRoles(
  { members, missing }: Roles,
  answers: WiringAnswers,
): PartlyRead {
  const items: string[] = [];
  for (const { role, member } of members) {
    const text = holderText(member, answers);
    if (!text.ok) {
      return { read: { kind: "unknown", reason: text.reason } };
    }
    items.push(`${roleName(role)}: ${text.value}`);
  }
  items.sort();
  return {
    read: {
      kind: "read",
      value: describeItems(
        missing === undefined ? items : [...items, INCOMPLETE],
      ),
    },
    missing: missing && `may be had by others: ${missing}`,
  };
}

/** An address and what is behind it; the address alone if it is not followed. */
function holderText(
  address: Address,
  answers: WiringAnswers,
  isLast = false,
): Decoded<string> {
  if (isZeroAddress(address)) {
    return { ok: true, value: `${address} (nobody)` };
  }
  if (isLast) {
    return { ok: true, value: address };
  }
  const holder = judgeHolder(address, answers);
  return holder.ok
    ? { ok: true, value: `${address} (${holder.value})` }
    : {
        ok: false,
        reason: `whether ${address} is an account or a contract is unknown: ${holder.reason}`,
      };
}

/** Who may act: one address, or all in an order of their own. */
function readHolders(
  fact: PolicyFact,
  value: unknown,
  answers: WiringAnswers,
): ReadValue<ControlValue> {
  const addresses = holdersOf(fact, answers);
  const isOne = fact.form === "holder";
  if (isOne ? addresses.length !== 1 : !Array.isArray(value)) {
    return { kind: "invalid" };
  }
  const texts: string[] = [];
  for (const address of addresses) {
    const text = holderText(address, answers, fact.isLast);
    if (!text.ok) {
      const { reason } = text;
      return { kind: "unknown", reason, partly: isOne ? address : undefined };
    }
    texts.push(text.value);
  }
  return {
    kind: "read",
    value: isOne ? { text: texts.join() } : describeItems(texts.sort()),
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
