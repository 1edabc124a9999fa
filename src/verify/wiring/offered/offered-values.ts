import type { Hex } from "../../../base/hex.ts";
import type { Offer, Variable } from "../../../contracts/analysis/offer.ts";
import {
  isHolding,
  isTransfer,
} from "../../../contracts/analysis/signatures.ts";
import type {
  OfferedSource,
  PrivilegedValue,
  PrivilegedValues,
} from "../../../contracts/contract-type.ts";
import { OFFERED_SINCE } from "../../../contracts/followed-values.ts";
import { encodeCall } from "../../follow/codec.ts";
import type { AnalysedContract, OfferedLimits } from "./analysed-contract.ts";
import { changesInUse } from "./in-use.ts";
import { permissionKindsIn } from "./permission-kinds-in.ts";
import { returnedBy } from "./returned-views.ts";
import {
  endsOfWords,
  isReadByName,
  isReturned,
  saysWhoMayAct,
  storedValue,
} from "./stored-variables.ts";
import { unreadStorage } from "./unread-storage.ts";

export const OFFERED_LIMITS: OfferedLimits = {
  contracts: 30,
  words: 96,
  strangers: 256,
};
/** The same where the endpoint takes no batches. */
export const OFFERED_SINGLY: OfferedLimits = {
  ...OFFERED_LIMITS,
  words: 16,
  strangers: 16,
};
const MAX_VIEWS = 64;
const MAX_WORDS = 16;
const MAX_CONSTANTS = 16;

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

/**
 * What the code of a contract offers besides the values that are known by their names:
 * who may act, flags, numbers that somebody sets, and which storage was not read.
 *
 * @param others the values that are read anyway
 */
export function offeredValues(
  contract: AnalysedContract,
  others: PrivilegedValues,
): PrivilegedValues {
  const { of, codes, answers, limits } = contract;
  const offer = unitedOffer(contract);
  const views = viewsIn(offer, viewsOf(others));
  const named = viewsOf(others, (data) => {
    const call = { to: of, data };
    return answers.known({ kind: "call", call })?.kind !== "reverted";
  });
  const found = views
    .slice(0, MAX_VIEWS)
    .flatMap((selector) => returnedBy(selector, contract, offer) ?? []);
  const variables = offer.variables.filter(
    (one) =>
      saysWhoMayAct(one, offer) &&
      !isReadByName(one, named, offer) &&
      !isReturned(one, found, answers, of),
  );
  const max = Math.min(MAX_WORDS, limits.words);
  const read = variables.slice(0, max);
  limits.words -= read.length;
  found.push(...read.flatMap((one) => storedValue(one, contract, offer) ?? []));
  const { ends, ...further } = endsToRead(offer, read, max - read.length);
  limits.words -= further.words;
  const values: Record<string, PrivilegedValue> = {};
  for (const one of [...found, ...ends]) {
    const isInUse = changesInUse(one, contract, offer);
    values[one.name] = offeredValue(one.name, one.source, isInUse);
  }
  const possible = [...new Set(codes.flatMap((one) => one.offer.constants))];
  const constants = possible
    .slice(0, MAX_CONSTANTS)
    .filter(
      (address) => answers.get({ kind: "code", address })?.kind === "code",
    );
  if (constants.length > 0) {
    const source = { constants };
    values["constants"] = offeredValue("contracts named in its code", source);
  }
  const isCut =
    further.isCut ||
    variables.length > max ||
    views.length > MAX_VIEWS ||
    possible.length > MAX_CONSTANTS ||
    limits.strangers < 0;
  const missing = offer.missing ?? (isCut ? "analysis-limit" : undefined);
  if (missing !== undefined) {
    values["functions"] = offeredValue("functions", { missing });
  }
  const kinds = permissionKindsIn(codes);
  const ofOwn = kinds.filter(({ lists }) => lists === undefined);
  for (const { id } of ofOwn) {
    values[id] = offeredValue(id, { permissions: id });
  }
  const unread = unreadStorage(offer, codes, found, named, kinds);
  // A module keeps its lists for others, who change them at any time.
  const isShared = ofOwn.length < kinds.length;
  if (unread !== "" || (!isShared && isProvenByRoot(contract, offer))) {
    const source = { unread, hasRoot: contract.hasRoot };
    values["storage"] = offeredValue("storage", source, true);
  }
  return values;
}

/** The ends of words of a token: those of words that are read, and of so many others. */
function endsToRead(offer: Offer, read: readonly Variable[], max: number) {
  const all = isToken(offer) ? endsOfWords(offer) : [];
  const slots = new Set(read.map(({ slot }) => slot));
  const further = all.filter(({ source }) => !slots.has(source.word));
  const left = new Set(further.slice(max));
  return {
    ends: all.filter((end) => !left.has(end)),
    /** The number of words that are read for them. */
    words: Math.min(further.length, max),
    isCut: left.size > 0,
  };
}

/**
 * Tells whether the root of all storage is locked, although the analysis finds that all
 * is read: it may miss variables. Balances of a token change all the time.
 */
function isProvenByRoot(
  { isWritten, hasRoot }: AnalysedContract,
  offer: Offer,
): boolean {
  return isWritten && hasRoot && !isToken(offer) && offer.functions.length > 0;
}

/** True if it has transfers, and says who holds what. */
function isToken({ functions }: Offer): boolean {
  return (
    functions.some(({ selector }) => isTransfer(selector)) &&
    functions.some(({ selector }) => isHolding(selector))
  );
}

/** What several codes offer that run in one storage. */
function unitedOffer({ codes, hasDependencies }: AnalysedContract): Offer {
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
      (gap) =>
        gap !== "no-functions" || (functions.length === 0 && !hasDependencies),
    ),
  };
}

/** The selectors of the views that are asked by name, of calls that count. */
function viewsOf(
  others: PrivilegedValues,
  counts: (data: Hex) => boolean = () => true,
): ReadonlySet<string> {
  const selectors = new Set<string>();
  for (const { source } of Object.values(others)) {
    if ("view" in source) {
      const data = encodeCall(source.view, source.args);
      if (counts(data)) {
        selectors.add(data.slice(0, 10));
      }
    }
  }
  return selectors;
}

/** The functions that take nothing and write nothing, but for those asked by name. */
function viewsIn(
  { functions, variables }: Offer,
  named: ReadonlySet<string>,
): readonly Hex[] {
  const writers = new Set(variables.flatMap((one) => one.writers));
  return functions
    .filter(({ takes }) => takes.length === 0)
    .map(({ selector }) => selector)
    .filter((one) => !named.has(one) && !writers.has(one));
}
