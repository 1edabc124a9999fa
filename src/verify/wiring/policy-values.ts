import type { Address } from "../../base/address.ts";
import { type Hex, isHex } from "../../base/hex.ts";
import type { ProbeCall } from "../../rpc/probe-calls.ts";
import type { PolicyFact } from "../expect/policy-facts.ts";
import {
  countOf,
  factValue,
  holdersOf,
  listValues,
  MAX_ITEMS,
  mayBeOfKind,
} from "../follow/decode-answers.ts";
import {
  type Delegation,
  type PolicyReading,
  readDependencies,
} from "../follow/dependencies.ts";
import { judgeHolder, partyValue } from "../follow/judge-holder.ts";
import { readOffered } from "../follow/offered.ts";
import { readRoles } from "../follow/roles.ts";
import { isStorageHidden, ownedWord } from "../follow/shown-storage.ts";
import {
  isReleaseOf,
  type KnownCode,
  type KnownCodes,
  UNREAD,
} from "../identity/judge-identity.ts";
import type { Answers } from "../questions/question.ts";
import { codeKey, isNotOffered } from "../questions/readings.ts";
import { listItem, valueOfForm } from "../values/any-value.ts";
import { because, told } from "../values/reason.ts";
import {
  addressValue,
  bytesValue,
  NOT_OFFERED,
  offered,
  type Reading,
  sequence,
  setOf,
  textValue,
  type Value,
} from "../values/value.ts";

/** A contract or an account, as far as its code is known. */
export interface Place {
  readonly isContract: boolean;
  /** How it runs the code of others; `undefined` if it does not. */
  readonly delegation: Delegation | undefined;
  /** The calls of its views. */
  readonly calls: readonly ProbeCall[];
  /** The reason why it is not known what is there. */
  readonly unread?: string | undefined;
}

/** The context in which facts are judged. */
export interface JudgeContext {
  readonly answers: Answers;
  readonly codes: KnownCodes;
  /** The keys of the addresses of which it is read what is behind them. */
  readonly followed: ReadonlySet<string>;
  /** The fact's value in the lock file. */
  readonly locked: Reading | undefined;
  /** True if the locked code did not offer it, and is the code still. */
  readonly isMissing?: boolean | undefined;
  /** True if it counts that the value is not offered. */
  readonly isWanted?: boolean | undefined;
}

/** The known code of a contract, or of a followed one. */
function codeOf(
  of: Address,
  { answers, codes, followed }: JudgeContext,
): KnownCode {
  const known = codes.get(of);
  if (known !== undefined || !followed.has(codeKey(of))) {
    return known ?? UNREAD;
  }
  const { code, release } = judgeHolder(of, answers);
  if (release !== undefined) {
    return { kind: "release", release };
  }
  return code === undefined ? UNREAD : { kind: "none-released" };
}

/** The reading of a privileged value. */
export function readPolicy(
  fact: PolicyFact,
  place: Place,
  context: JudgeContext,
): PolicyReading {
  const { source } = fact;
  if ("derived" in source) {
    return readDerived(fact, source.derived, place, context);
  }
  if ("offered" in source) {
    const { answers, locked } = context;
    const { what } = judgeHolder(fact.of, answers);
    const isAccount = what.ok && what.value.kind === "account";
    if (isAccount) {
      return { reading: NOT_OFFERED };
    }
    return readOffered(fact.of, source.offered, answers, locked);
  }
  const instead =
    "slot" in source ? insteadOfWord(fact, source, place, context) : undefined;
  const read =
    instead === undefined ? factValue(fact, context.answers) : undefined;
  // What an account answers to calls means nothing.
  if (fact.isOptional === true && !place.isContract) {
    return { reading: NOT_OFFERED };
  }
  if (read?.kind === "read") {
    return { reading: readingOf(fact, read.value, context) };
  }
  const unread = read?.kind === "unread" ? read : NOT_OFFERED;
  return { reading: instead ?? unread };
}

/**
 * The value that counts in place of a word of storage, which means something in
 * the code of some releases or in a proxy; `undefined` where the word does. An
 * endpoint that hides storage may answer anything for it.
 */
function insteadOfWord(
  fact: PolicyFact,
  { slot, contract }: Extract<PolicyFact["source"], { readonly slot: Hex }>,
  { delegation }: Place,
  context: JudgeContext,
): Reading | undefined {
  const { of } = fact;
  const { answers, locked } = context;
  if (contract !== undefined) {
    const word = ownedWord(of, slot, answers);
    const code = codeOf(of, context);
    if (code.kind === "unread") {
      const reason = because("release-unread", code.reason);
      return { kind: "unread", reason };
    }
    if (!isReleaseOf(contract, code)) {
      return { kind: "hidden", reason: "not-of-release" };
    }
    if (word === undefined || word.ok) {
      return undefined;
    }
    if (isNotOffered(word)) {
      return STORAGE_HIDDEN;
    }
    return { kind: "unread", reason: told(word.reason) };
  }
  const mayRun = delegation !== undefined && mayBeOfKind(fact, answers);
  if (!mayRun && locked === undefined) {
    return NOT_OFFERED;
  }
  const word = answers.get({ kind: "word", address: of, slot });
  const isHidden = isStorageHidden(answers);
  if (delegation !== undefined && isHidden && locked !== undefined) {
    return STORAGE_HIDDEN;
  }
  const isZero = word?.ok === true && BigInt(word.value) === 0n;
  if (delegation === undefined || isZero || isHidden) {
    return NOT_OFFERED;
  }
  return undefined;
}

const STORAGE_HIDDEN: Reading = { kind: "hidden", reason: "storage-hidden" };

/** A value that follows from several reads of a place. */
function readDerived(
  fact: PolicyFact,
  what: "party" | "codeHash" | "dependencies" | "roles",
  { isContract, delegation, calls }: Place,
  context: JudgeContext,
): PolicyReading {
  const { answers, locked } = context;
  // What the lock names is asked before it is known whether there is such a contract.
  const isAsked = locked !== undefined;
  switch (what) {
    case "party":
    case "codeHash":
      return { reading: readParty(fact.of, what, answers) };
    case "dependencies": {
      const how = delegation ?? (isAsked ? NOT_KNOWN_HOW : undefined);
      const read =
        how &&
        readDependencies({ address: fact.of, calls }, how, answers, locked);
      return (delegation && read) ?? { reading: NOT_OFFERED };
    }
    case "roles": {
      const roles =
        isContract || isAsked ? readRoles(fact, answers, locked) : undefined;
      return (isContract && roles) || { reading: NOT_OFFERED };
    }
  }
}

const NOT_KNOWN_HOW: Delegation = { named: [], isWhole: false };

/** The holder behind an address, or the hash of its code. */
function readParty(
  of: Address,
  wanted: "party" | "codeHash",
  answers: Answers,
): Reading {
  const { what, code, safe } = judgeHolder(of, answers);
  if (!what.ok) {
    return { kind: "unread", reason: told(what.reason) };
  }
  if (wanted === "party") {
    return { kind: "read", value: partyValue(what.value) };
  }
  // A Safe's is known by its release, and an account has none.
  const hash = safe === undefined ? code?.hash : undefined;
  return offered(hash && bytesValue(hash));
}

/** The answer of a view, as a value of the fact's form. */
function readingOf(
  fact: PolicyFact,
  returned: unknown,
  context: JudgeContext,
): Reading {
  const { form } = fact;
  switch (form) {
    case "holder":
    case "holders":
      return readHolders(fact, returned, context);
    case "items":
      return readItems(fact, context.answers);
    default:
      return offered(valueOfForm(form, returned));
  }
}

/** The addresses that may act: one, or several in no order. */
function readHolders(
  fact: PolicyFact,
  returned: unknown,
  { answers }: JudgeContext,
): Reading {
  const addresses = holdersOf(fact, answers);
  const isOne = fact.form === "holder";
  if (isOne ? addresses.length !== 1 : !Array.isArray(returned)) {
    return NOT_OFFERED;
  }
  if (goesOn(returned)) {
    const facts = { max: `${addresses.length}` };
    return { kind: "unread", reason: { code: "too-many-items", facts } };
  }
  const items = addresses.map(addressValue);
  return { kind: "read", value: (isOne && items[0]) || setOf(items) };
}

/**
 * Tells whether a list has a next page; the last one names the address 1, or
 * none.
 */
function goesOn(value: unknown): boolean {
  const [list, next] = Array.isArray(value) ? value : [];
  return Array.isArray(list) && isHex(next) && BigInt(next) > 1n;
}

/** At a place whose call does not answer with an item; all others are records. */
const NO_ITEM = textValue("not offered");

function readItems(fact: PolicyFact, answers: Answers): Reading {
  const count = countOf(fact, answers) ?? 0;
  if (count > MAX_ITEMS) {
    const facts = { count: `${count}`, max: `${MAX_ITEMS}` };
    return { kind: "unread", reason: { code: "too-many-items", facts } };
  }
  const [, ...reads] = listValues(fact, count, answers);
  const items: Value[] = [];
  for (const [index, read] of reads.entries()) {
    if (read.kind === "unread") {
      const place = { place: `${index + 1}` };
      const reason = because("item-unread", read.reason, place);
      return { kind: "unread", reason };
    }
    items.push(read.kind === "read" ? listItem(read.value) : NO_ITEM);
  }
  return { kind: "read", value: sequence(items) };
}
