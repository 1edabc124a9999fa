import type { Address } from "../../../base/address.ts";
import type { Hex } from "../../../base/hex.ts";
import type { Offer, Variable } from "../../../contracts/analysis/offer.ts";
import type {
  OfferedForm,
  OfferedSource,
} from "../../../contracts/contract-type.ts";
import type { Answers } from "../../questions/answers.ts";

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

/** A contract whose code was analysed. */
export interface AnalysedContract {
  readonly of: Address;
  /** The code at the address, and all that it runs. */
  readonly codes: readonly AnalysedCode[];
  /** True if its views touch other code, which is among its dependencies. */
  readonly hasDependencies: boolean;
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
