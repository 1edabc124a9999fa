import { type Address, addressInWord } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import type { Offer, Variable } from "../../contracts/analysis/offer.ts";
import {
  functionName,
  isDecidingNumber,
} from "../../contracts/analysis/signatures.ts";
import { CODE_KINDS } from "../../contracts/code-kinds.ts";
import type {
  OfferedForm,
  OfferedSource,
  PrivilegedValue,
  PrivilegedValues,
} from "../../contracts/contract-type.ts";
import { OFFERED_SINCE } from "../../contracts/followed-values.ts";
import { encodeCall } from "../follow/codec.ts";
import { askView, bytesOf, valueAs } from "../follow/offered.ts";
import type { Answers } from "../questions/answers.ts";
import { changesInUse, hasSetter } from "./in-use.ts";
import { unreadStorage } from "./unread-storage.ts";

/** What is left to read of a network. */
export interface OfferedLimits {
  contracts: number;
  words: number;
}

export const OFFERED_LIMITS: OfferedLimits = { contracts: 30, words: 96 };
const MAX_VIEWS = 64;
const MAX_WORDS = 16;

/** Code that runs at an address, and what it offers. */
export interface AnalysedCode {
  readonly code: Hex;
  readonly offer: Offer;
}

/** A contract whose code was analysed. */
export interface AnalysedContract {
  readonly of: Address;
  /** What it runs in the end included. */
  readonly codes: readonly AnalysedCode[];
  readonly answers: Answers;
  /** Whether it is asked what changes in use, as where that is locked. */
  readonly isWritten: boolean;
  /** Whether the chain has its own storage, of which the root tells something. */
  readonly hasRoot: boolean;
}

/** A value by where it is read. */
export function offeredValue(
  words: string,
  offered: OfferedSource,
  isInUse?: boolean,
): PrivilegedValue {
  return {
    words: isInUse === true ? `${words} (changes in use)` : words,
    form: "any",
    severity: "control",
    source: { offered },
    since: OFFERED_SINCE,
    isOptional: true,
    isInUse: isInUse || undefined,
  };
}

/** A value that is found, and the variables in which it is kept. */
export interface Candidate {
  readonly name: string;
  readonly source: OfferedSource;
  readonly as: OfferedForm;
  readonly variables: readonly Variable[];
}

/**
 * What the code of a contract offers besides the values that are known by their names:
 * who may act, flags, numbers that somebody sets, and which storage was not read.
 *
 * @param others the values that are read anyway
 */
export function offeredValues(
  contract: AnalysedContract,
  others: PrivilegedValues,
  limits: OfferedLimits,
): PrivilegedValues {
  const { of, codes, answers } = contract;
  const offer = unitedOffer(codes);
  const views = viewsIn(offer, others);
  const found = views
    .slice(0, MAX_VIEWS)
    .flatMap((selector) => candidateOf(selector, contract, offer) ?? []);
  const variables = offer.variables.filter(
    (one) => isNamed(one, offer) && !isReturned(one, found, answers, of),
  );
  const max = Math.min(MAX_WORDS, limits.words);
  const read = variables.slice(0, max);
  limits.words -= read.length;
  found.push(...read.flatMap((one) => storedValue(one, contract, offer) ?? []));
  const values: Record<string, PrivilegedValue> = {};
  for (const one of found) {
    const isInUse = changesInUse(one, contract, offer);
    values[one.name] = offeredValue(one.name, one.source, isInUse);
  }
  const constants = codes
    .flatMap((one) => one.offer.constants)
    .filter(
      (address) => answers.get({ kind: "code", address })?.kind === "code",
    );
  if (constants.length > 0) {
    const source = { constants };
    values["constants"] = offeredValue("contracts named in its code", source);
  }
  const isCut = views.length > MAX_VIEWS || variables.length > max;
  const missing = offer.missing ?? (isCut ? "analysis-limit" : undefined);
  if (missing !== undefined) {
    values["functions"] = offeredValue("functions", { missing });
  }
  const unread = unreadStorage(offer, codes, found, viewsOf(others));
  if (unread !== undefined) {
    const source = { unread, hasRoot: contract.hasRoot };
    values["storage"] = offeredValue("storage", source, true);
  }
  return values;
}

/** What several codes offer that run in one storage. */
function unitedOffer(codes: readonly AnalysedCode[]): Offer {
  const offers = codes.map(({ offer }) => offer);
  const functions = offers.flatMap((one) => one.functions);
  const gaps = offers.flatMap(({ missing = [] }) => missing);
  return {
    functions: [
      ...new Map(functions.map((one) => [one.selector, one])).values(),
    ],
    variables: offers.flatMap((one) => one.variables),
    constants: [],
    // A proxy's own code may have no function.
    missing: gaps.find(
      (gap) => gap !== "no-functions" || functions.length === 0,
    ),
  };
}

/** The selectors of the views that are asked by name. */
function viewsOf(others: PrivilegedValues): ReadonlySet<string> {
  const selectors = new Set<string>();
  for (const { source } of Object.values(others)) {
    if ("view" in source) {
      selectors.add(encodeCall(source.view, source.args).slice(0, 10));
    }
  }
  return selectors;
}

/** The functions that take nothing and write nothing, but for those asked by name. */
function viewsIn(
  { functions, variables }: Offer,
  others: PrivilegedValues,
): readonly Hex[] {
  const known = viewsOf(others);
  const writers = new Set(variables.flatMap((one) => one.writers));
  return functions
    .filter(({ takes }) => takes.length === 0)
    .map(({ selector }) => selector)
    .filter((one) => !known.has(one) && !writers.has(one));
}

/** What a view returns, if that is a value to pin; `undefined` while it is asked. */
function candidateOf(
  selector: Hex,
  contract: AnalysedContract,
  offer: Offer,
): Candidate | undefined {
  const { of, answers } = contract;
  const answer = askView(of, selector, answers);
  if (answer?.kind !== "returned") {
    return undefined;
  }
  const reads = offer.variables.filter(
    (one) => one.readers.includes(selector) && !isMapping(one),
  );
  // What is in a word behind others is read together with these.
  const last = reads.filter((one) =>
    reads.every(
      ({ slot, offset }) => slot !== one.slot || offset <= one.offset,
    ),
  );
  const as = formOf(selector, answer.data, last, offer, contract);
  const name = `${functionName(selector)}()`;
  return as && { name, source: { selector, as }, as, variables: last };
}

function formOf(
  selector: Hex,
  data: Hex,
  last: readonly Variable[],
  offer: Offer,
  contract: AnalysedContract,
): OfferedForm | undefined {
  const hasType = (pattern: RegExp) =>
    last.some(({ type }) => pattern.test(type));
  const words = (data.length - 2) / 64;
  if (words === 1) {
    const number = BigInt(data);
    if (hasType(/^bool$/) && number <= 1n) {
      return "flag";
    }
    const isAddress =
      number < END_OF_ADDRESSES &&
      (number === 0n ||
        number >= FIRST_ADDRESS ||
        isOnlyReturned(data, last, contract, offer));
    if (
      (isAddress && hasType(/^address$/)) ||
      hasCode(data, contract.answers)
    ) {
      return "address";
    }
    const [first, ...others] = last;
    const isSet =
      first !== undefined &&
      others.length === 0 &&
      hasSetter(first.slot, offer);
    return isSet || isDecidingNumber(selector) ? "number" : undefined;
  }
  const list = valueAs("list", data);
  if (list?.kind === "set") {
    return list.items.length > 0 || hasType(/\[\]$/) ? "list" : undefined;
  }
  const tuple = valueAs("tuple", data);
  return tuple?.kind === "sequence" &&
    tuple.items.some(({ kind }) => kind === "address") &&
    BigInt(data.slice(0, 66)) !== 32n
    ? "tuple"
    : undefined;
}

/**
 * Whether all views of a variable return the same: compilers put several variables into a
 * word, of which the analysis may only find the first.
 */
function isOnlyReturned(
  data: Hex,
  [variable, ...others]: readonly Variable[],
  { of, answers }: AnalysedContract,
  { functions }: Offer,
): boolean {
  const views = functions.filter(
    ({ selector, takes }) =>
      takes.length === 0 &&
      variable?.readers.includes(selector) &&
      !variable.writers.includes(selector),
  );
  return (
    others.length === 0 &&
    views.every(({ selector }) => {
      const answer = askView(of, selector, answers);
      return answer?.kind !== "returned" || answer.data === data;
    })
  );
}

const FIRST_ADDRESS = 1n << 96n;
const END_OF_ADDRESSES = 1n << 160n;
/** The chain's own contracts are below. */
const MAX_RESERVED = 0xffffn;

/** Whether a word is the address of a contract. */
function hasCode(word: Hex, answers: Answers): boolean {
  const address = addressInWord(word);
  return (
    address !== undefined &&
    BigInt(address) > MAX_RESERVED &&
    answers.get({ kind: "code", address })?.kind === "code"
  );
}

function isMapping({ type }: Variable): boolean {
  return type.startsWith("mapping");
}

/** The slots of known kinds of proxies, which have values of their own: all are hashes. */
const KNOWN_SLOTS = new Set(
  CODE_KINDS.flatMap(({ slot, admin, mark, values = {} }) => [
    slot,
    admin?.slot,
    mark,
    ...Object.values(values).map(({ source }) =>
      "slot" in source ? source.slot : undefined,
    ),
  ]).map((slot) => BigInt(slot ?? -1)),
);

/** Slots of items of lists are no variables of their own. */
const MAX_SLOT = 1n << 64n;
/** ERC-7201 keeps the variables of a library from a slot that ends with a zero byte. */
const NAMESPACE = 256n;
const IN_NAMESPACE = 16n;

/** Whether a variable says who may act, whether something may be done, or how much. */
function isNamed(one: Variable, offer: Offer): boolean {
  const { slot, type } = one;
  const at = BigInt(slot);
  const isFixed = at < MAX_SLOT || at % NAMESPACE < IN_NAMESPACE;
  return (
    isFixed &&
    (at < MAX_SLOT || !KNOWN_SLOTS.has(at)) &&
    (/^(?:address|bool|address\[\])$/.test(type) ||
      (/^u?int\d*$/.test(type) && hasSetter(slot, offer)))
  );
}

/** Whether a view that reads the variable alone returns it. */
function isReturned(
  variable: Variable,
  found: readonly Candidate[],
  answers: Answers,
  of: Address,
): boolean {
  const { type } = variable;
  return found.some(({ variables: [first, ...others], as, source }) => {
    const isAlone = first !== undefined && others.length === 0;
    if (!isAlone || !isSame(first, variable) || !("selector" in source)) {
      return false;
    }
    const answer = askView(of, source.selector, answers);
    const isZero = answer?.kind === "returned" && BigInt(answer.data) === 0n;
    return type === "address"
      ? as === "address" && !isZero
      : as === ({ bool: "flag", "address[]": "list" }[type] ?? "number");
  });
}

/** True if two variables are in the same place. */
export function isSame(one: Variable, other: Variable): boolean {
  return one.slot === other.slot && one.offset === other.offset;
}

/** A variable that no view returns, once its word says something that fits its type. */
function storedValue(
  variable: Variable,
  { of: address, answers }: AnalysedContract,
  { variables }: Offer,
): Candidate | undefined {
  const { slot, offset, type } = variable;
  const kept = [variable];
  const word = answers.get({ kind: "word", address, slot });
  if (type === "address[]") {
    const source = { items: slot };
    return { name: `list[${slot}]`, source, as: "list", variables: kept };
  }
  const as = ({ address: "address", bool: "flag" } as const)[type] ?? "number";
  const isAlone = variables.every(
    (one) => one.slot !== slot || one.offset === offset,
  );
  const isWhole = as === "number" && isAlone && offset === 0;
  const last = isWhole ? LAST_BYTE : offset + bytesIn(type) - 1;
  const source = storedSource(slot, offset, last, as);
  const place = offset === 0 ? slot : `${slot}:${offset}`;
  const more = as === "number" && !isWhole ? `-${last}` : "";
  const name = `slot[${place}${more}]`;
  if (word?.ok !== true) {
    return { name, source, as, variables: kept };
  }
  const { kind } =
    valueAs(as, `0x${bytesOf(word.value, [offset, last])}`) ?? {};
  const isOfType = (as === "flag" ? "flag" : as) === kind;
  return isOfType ? { name, source, as, variables: kept } : undefined;
}

export const LAST_BYTE = 31;

/** How many bytes values have whose number is not in the name of their type. */
const BYTES: Readonly<Record<string, number>> = { address: 20, bool: 1 };

function bytesIn(type: string): number {
  return BYTES[type] ?? Number(/\d+$/.exec(type)?.[0] ?? 256) / 8;
}

export function storedSource(
  word: Hex,
  first: number,
  last: number,
  as: OfferedForm,
): OfferedSource {
  return { word, bytes: [first, last], as };
}
