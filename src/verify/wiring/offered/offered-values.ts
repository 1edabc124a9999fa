import type { Hex } from "../../../base/hex.ts";
import type { Offer, Variable } from "../../../contracts/analysis/offer.ts";
import {
  isHolding,
  isTransfer,
} from "../../../contracts/analysis/signatures.ts";
import type {
  PrivilegedValue,
  PrivilegedValues,
} from "../../../contracts/contract-type.ts";
import { encodeCall } from "../../follow/codec.ts";
import {
  type AnalysedContract,
  offeredValue,
  permissionKindsIn,
} from "./analysed-contract.ts";
import {
  endsOfWords,
  isReadByName,
  isReturned,
  returnedBy,
  saysWhoMayAct,
  storedValue,
} from "./found-values.ts";
import { changesInUse } from "./in-use.ts";
import { unreadStorage } from "./unread-storage.ts";

const MAX_VIEWS = 64;
const MAX_WORDS = 16;
const MAX_CONSTANTS = 16;

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
  const { of, codes, offer, answers, limits } = contract;
  const asked = Object.values(others).flatMap(({ source }) =>
    "view" in source ? encodeCall(source.view, source.args) : [],
  );
  const views = viewsIn(offer, selectorsOf(asked));
  const failed = (data: Hex) =>
    answers.known({ kind: "call", call: { to: of, data } })?.kind ===
    "reverted";
  const named = selectorsOf(asked.filter((data) => !failed(data)));
  const found = views
    .slice(0, MAX_VIEWS)
    .flatMap((selector) => returnedBy(selector, contract) ?? []);
  const variables = offer.variables.filter(
    (one) =>
      saysWhoMayAct(one, offer) &&
      !isReadByName(one, named, offer) &&
      !isReturned(one, found, contract),
  );
  const max = Math.min(MAX_WORDS, limits.words);
  const read = variables.slice(0, max);
  limits.words -= read.length;
  found.push(...read.flatMap((one) => storedValue(one, contract) ?? []));
  const { ends, ...further } = endsToRead(offer, read, max - read.length);
  limits.words -= further.words;
  const values: Record<string, PrivilegedValue> = {};
  for (const one of [...found, ...ends]) {
    const isInUse = changesInUse(one, contract);
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
    contract.isCut ||
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
  const unread = unreadStorage(contract, found, named, kinds);
  // A module keeps its lists for others, who change them at any time.
  const isShared = ofOwn.length < kinds.length;
  if (unread !== "" || (!isShared && isProvenByRoot(contract))) {
    const { hasRoot } = contract;
    const root = hasRoot
      ? answers.get({ kind: "root", address: of })
      : undefined;
    const source =
      unread === "" && root?.ok === false
        ? { missing: "no-root" }
        : { unread, hasRoot };
    values["storage"] = offeredValue("storage", source, true);
  }
  return values;
}

/** The ends of words of a token: those of words that are read, and of so many others. */
function endsToRead(offer: Offer, read: readonly Variable[], max: number) {
  const all = isToken(offer) ? endsOfWords(offer) : [];
  const slots = new Set(read.map(({ slot }) => slot));
  const further = all.filter(
    ({ variables: [first] }) => !slots.has(first?.slot ?? "0x"),
  );
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
function isProvenByRoot(contract: AnalysedContract): boolean {
  const { isWritten, hasRoot, offer } = contract;
  const { functions, missing } = offer;
  // A proxy's own code may have no function; a line says so of other code.
  const isAnalysed = functions.length > 0 || missing === undefined;
  return isWritten && hasRoot && !isToken(offer) && isAnalysed;
}

/** True if it has transfers, and says who holds what. */
function isToken({ functions }: Offer): boolean {
  return (
    functions.some(({ selector }) => isTransfer(selector)) &&
    functions.some(({ selector }) => isHolding(selector))
  );
}

/** The selectors of the views that are asked by name. */
function selectorsOf(calls: readonly Hex[]): ReadonlySet<string> {
  return new Set(calls.map((data) => data.slice(0, 10)));
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
