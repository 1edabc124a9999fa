import type { Address } from "../../../base/address.ts";
import type { Hex } from "../../../base/hex.ts";
import type { Offer, Variable } from "../../../contracts/analysis/offer.ts";
import type {
  OfferedForm,
  OfferedSource,
  PrivilegedValue,
} from "../../../contracts/contract-type.ts";
import { OFFERED_SINCE } from "../../../contracts/followed-values.ts";
import {
  eventsOf,
  PERMISSION_KINDS,
  type PermissionKind,
} from "../../../contracts/permission-kinds.ts";
import { encodeCall, selectorIn } from "../../follow/codec.ts";
import type { Answers } from "../../questions/question.ts";

/** Code that runs at an address, and what it offers. */
export interface AnalysedCode {
  readonly code: Hex;
  readonly offer: Offer;
}

/** What is left to read of a network. */
export interface OfferedLimits {
  contracts: number;
  words: number;
  /** Calls by a stranger, which show what changes in use. */
  strangers: number;
}

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

/** A contract whose code was analysed. */
export interface AnalysedContract {
  readonly of: Address;
  /** The code at the address, and all that it runs. */
  readonly codes: readonly AnalysedCode[];
  /** What all of it offers, which runs in one storage. */
  readonly offer: Offer;
  /** True if it runs more codes than are analysed. */
  readonly isCut: boolean;
  readonly answers: Answers;
  /** True if it is asked what changes in use, as where that is locked. */
  readonly isWritten: boolean;
  /** True if the chain has its own storage, of which the root tells something. */
  readonly hasRoot: boolean;
  /** They are counted down. */
  readonly limits: OfferedLimits;
}

/** A value that is found, and the variables in which it is kept. */
export interface Candidate {
  readonly name: string;
  readonly source: OfferedSource;
  readonly as: OfferedForm;
  readonly variables: readonly Variable[];
}

/** True if two variables are in the same place. */
export function isSame(one: Variable, other: Variable): boolean {
  return one.slot === other.slot && one.offset === other.offset;
}

/**
 * The variables that a view returns: compilers read a word as a whole, so that the last one
 * of a word is the returned one.
 */
export function returnedVariables(
  view: Hex,
  variables: readonly Variable[],
): readonly Variable[] {
  const read = variables.filter(
    ({ readers, kind }) => readers.includes(view) && kind !== "mapping",
  );
  return read.filter((one) =>
    read.every(({ slot, offset }) => slot !== one.slot || offset <= one.offset),
  );
}

interface Marks {
  readonly kind: PermissionKind;
  readonly topics: readonly string[];
  readonly selectors: readonly string[];
}

let known: readonly Marks[] | undefined;

/** The kinds of contracts, with what their code has at least. It takes a while. */
function marks(): readonly Marks[] {
  known ??= PERMISSION_KINDS.map((kind) => ({
    kind,
    topics: [...eventsOf(kind.id).keys()].map((topic) => topic.slice(2)),
    selectors: kind.views.map((view) => selectorIn(encodeCall(view))),
  }));
  return known;
}

/** The kinds of which a contract may be, by the events and views in its codes. */
export function permissionKindsIn(
  codes: readonly AnalysedCode[],
): readonly PermissionKind[] {
  if (codes.length === 0) {
    return [];
  }
  const isIn = (digits: string) =>
    codes.some(({ code }) => code.includes(digits));
  return marks()
    .filter(
      ({ topics, selectors }) =>
        (selectors.length === 0 || selectors.some(isIn)) &&
        (topics.length === 0 || topics.some(isIn)),
    )
    .map(({ kind }) => kind);
}
