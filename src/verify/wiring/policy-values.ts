import { type Address, isZeroAddress } from "../../base/address.ts";
import { type Hex, isHex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { isReleaseOf } from "../identity/judge-identity.ts";
import { codeKey, NO_VALUE } from "../reading/readings.ts";
import type { WiringAnswers } from "./answers.ts";
import {
  countOf,
  factValue,
  holdersOf,
  listValues,
  MAX_ITEMS,
  type ReadValue,
  valueIn,
} from "./decode-answers.ts";
import { type Delegation, readDependencies } from "./holders/dependencies.ts";
import { type Roles, readRoles, roleName } from "./holders/roles.ts";
import { codeOf, type JudgeContext, type Place } from "./judge-context.ts";
import { judgeHolder } from "./judge-holder.ts";
import type { PolicyFact } from "./policy-facts.ts";
import { describeAny, describeText } from "./texts.ts";
import {
  type ControlValue,
  describeItem,
  describeItems,
  describeValue,
  INCOMPLETE,
  NOT_KNOWN,
  NOT_READABLE,
} from "./values.ts";

/** Of what the contract does not have. */
const FAILED = { kind: "failed" } as const;

/** What was read of a privileged value. */
export function readPolicy(
  fact: PolicyFact,
  place: Place,
  context: JudgeContext,
): ReadValue<ControlValue> {
  const { source, form, of } = fact;
  const { answers } = context;
  if ("derived" in source) {
    return readDerived(fact, source.derived, place, context);
  }
  const instead =
    "slot" in source ? insteadOfWord(of, source, place, context) : undefined;
  const read = instead === undefined ? factValue(fact, answers) : FAILED;
  // What an account answers to calls means nothing.
  if (fact.isOptional === true && !place.isContract) {
    return FAILED;
  }
  if (read.kind !== "read") {
    return instead ?? read;
  }
  switch (form) {
    case "holder":
    case "holders":
      return readHolders(fact, read.value, context);
    case "items":
      return readItems(fact, answers);
    case "text":
      return valueIn(describeText(read.value));
    case "any":
      return valueIn(describeAny(read.value));
    default:
      return valueIn(describeValue(form, read.value));
  }
}

/**
 * What counts in place of a word of storage, which means something in the code of some
 * releases or in a proxy; `undefined` where the word does. An endpoint that hides
 * storage may answer anything for it.
 */
function insteadOfWord(
  of: Address,
  { slot, contract }: Extract<PolicyFact["source"], { readonly slot: Hex }>,
  { delegation }: Place,
  context: JudgeContext,
): ReadValue<ControlValue> | undefined {
  const { answers, locked } = context;
  const isOwned = contract !== undefined;
  if (!isOwned && delegation === undefined && locked === undefined) {
    return FAILED;
  }
  const word = answers.get({ kind: "slot", address: of, slot, isOwned });
  if (isOwned) {
    const code = codeOf(of, context);
    if (code.kind === "unread") {
      const reason = `whether its code is of a known release is unknown: ${code.reason}`;
      return { kind: "unknown", reason };
    }
    const isOther = !isReleaseOf(contract, code);
    return isOther || isHidden(word)
      ? valueIn(isOther ? NOT_KNOWN : NOT_READABLE)
      : undefined;
  }
  const isStorageHidden = answers.words.some(isHidden);
  if (delegation !== undefined && isStorageHidden && locked !== undefined) {
    return valueIn(NOT_READABLE);
  }
  const isZero = word?.ok === true && BigInt(word.value) === 0n;
  return delegation === undefined || isZero || isStorageHidden
    ? FAILED
    : undefined;
}

/** Whether the endpoint does not show a word of storage. */
function isHidden(word: Decoded<Hex> | undefined): boolean {
  return word?.ok === false && word.isMissing === true;
}

/** What follows from several reads of a place. */
function readDerived(
  fact: PolicyFact,
  what: "codeHash" | "dependencies" | "roles",
  { isContract, delegation, calls }: Place,
  context: JudgeContext,
): ReadValue<ControlValue> {
  const { answers, locked } = context;
  // What the lock names is asked before it is known whether there is such a contract.
  const isAsked = locked !== undefined;
  switch (what) {
    case "codeHash":
      return readCodeHash(fact.of, answers);
    case "dependencies": {
      const how = delegation ?? (isAsked ? NOT_KNOWN_HOW : undefined);
      const read =
        how &&
        readDependencies({ address: fact.of, calls }, how, answers, locked);
      return (delegation && read) ?? FAILED;
    }
    case "roles": {
      const roles =
        isContract || isAsked ? readRoles(fact, answers, locked) : FAILED;
      if (!isContract) {
        return FAILED;
      }
      return roles.kind === "read"
        ? describeRoles(roles.value, context, fact.isLast)
        : roles;
    }
  }
}

const NOT_KNOWN_HOW: Delegation = { named: [], isWhole: false };

/** That of a Safe is known by its release, and an account has none. */
function readCodeHash(
  of: Address,
  answers: WiringAnswers,
): ReadValue<ControlValue> {
  const { what, code, isSafe } = judgeHolder(of, answers);
  if (!what.ok) {
    return { kind: "unknown", reason: what.reason };
  }
  return isSafe ? FAILED : valueIn(code?.hash && { text: code.hash });
}

function describeRoles(
  { members, missing }: Roles,
  context: JudgeContext,
  isLast: boolean | undefined,
): ReadValue<ControlValue> {
  const items: string[] = [];
  for (const { role, member } of members) {
    const text = holderText(member, context, isLast);
    if (!text.ok) {
      return { kind: "unknown", reason: text.reason };
    }
    items.push(`${roleName(role)}: ${text.value}`);
  }
  items.sort();
  return {
    kind: "read",
    value: describeItems(
      missing === undefined ? items : [...items, INCOMPLETE],
    ),
    missing: missing && `may be had by others: ${missing}`,
  };
}

/** An address and what is behind it; the address alone if it is not followed. */
function holderText(
  address: Address,
  { answers, followed }: JudgeContext,
  isLast = false,
): Decoded<string> {
  if (isZeroAddress(address)) {
    return { ok: true, value: `${address} (nobody)` };
  }
  if (isLast) {
    return { ok: true, value: address };
  }
  const holder = followed.has(codeKey(address))
    ? judgeHolder(address, answers).what
    : NO_VALUE;
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
  context: JudgeContext,
): ReadValue<ControlValue> {
  const addresses = holdersOf(fact, context.answers);
  const isOne = fact.form === "holder";
  if (isOne ? addresses.length !== 1 : !Array.isArray(value)) {
    return { kind: "invalid" };
  }
  if (goesOn(value)) {
    const reason = `it has more than ${addresses.length} items, the maximum`;
    return { kind: "unknown", reason };
  }
  const texts: string[] = [];
  for (const address of addresses) {
    const text = holderText(address, context, fact.isLast);
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

/** Whether a list has a next page; the last one names the address 1, or none. */
function goesOn(value: unknown): boolean {
  const [list, next] = Array.isArray(value) ? value : [];
  return Array.isArray(list) && isHex(next) && BigInt(next) > 1n;
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
