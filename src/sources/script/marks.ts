import { isList, type Plain, type PlainList } from "../values.ts";
import { isUnknown } from "./engine/outcomes.ts";
import { MARKERS } from "./engine/prelude.ts";
import { shownNames } from "./names.ts";

/**
 * The part of a script's value in the runs with markers: an empty object if it has no
 * such part, and `undefined` if it cannot be told which one it is.
 */
export type Mark = Plain | undefined;

const MARKERS_IN_A_ROW = new RegExp(`(?:${MARKERS.source})+`);
/** Words that JavaScript writes in a text in place of a missing value. */
const MISSING = /undefined|\b(?:null|NaN)\b/;

export function marksOfItems(
  list: PlainList,
  mark: Mark,
): (item: Plain, index: number) => Mark {
  if (mark === undefined) {
    return () => undefined;
  }
  if (!isList(mark)) {
    return () => ({});
  }
  if (mark.length === list.length) {
    return (_, index) => mark[index];
  }
  const texts = new Set(mark.map((item) => JSON.stringify(item)));
  return (item) => (texts.has(JSON.stringify(item)) ? item : undefined);
}

export function markersIn(mark: Mark): readonly string[] {
  const isScalar = typeof mark === "string" || typeof mark === "number";
  if (isScalar) {
    return [...new Set(String(mark).match(MARKERS))];
  }
  return [];
}

export function scalarIn(value: Plain) {
  return typeof value === "object" && value !== null ? undefined : value;
}

interface Dependence {
  /** The variables with a marker in the value. */
  readonly used: readonly string[];
  /** All that the value may depend on. */
  readonly variables: readonly string[];
  /**
   * True for a literal: a value that the file chooses from its own literals is its default.
   */
  readonly isLiteral: boolean;
}

/**
 * The reason why a value is not known, if it is not the file's own or a variable's default.
 */
export function unknownReason(
  value: Exclude<Plain, PlainList>,
  mark: Mark,
  { used, variables, isLiteral }: Dependence,
): string | undefined {
  const scalar = scalarIn(value);
  const isMissing = typeof scalar === "string" && MISSING.test(scalar);
  if (used.length > 0) {
    if (scalar === undefined || isMissing || lacksPart(scalar, String(mark))) {
      return `reads the environment (${shownNames(used)})`;
    }
    return undefined;
  }
  if (typeof value === "object" && value?.unknown !== undefined) {
    return value.unknown;
  }
  const isOther = !isLiteral && mark !== undefined && isOtherThan(value, mark);
  if (variables.length > 0 && (mark === undefined || isMissing || isOther)) {
    return `may depend on the environment (${shownNames(variables)}) in a way that cannot be followed`;
  }
  return undefined;
}

function isOtherThan(value: Plain, mark: Plain): boolean {
  if (typeof value === "string" || typeof value === "number") {
    return value !== mark;
  }
  return isUnknown(mark);
}

/** True if a text has nothing in place of a marker, as one that is joined. */
function lacksPart(value: Plain, mark: string): boolean {
  const parts = mark.split(MARKERS_IN_A_ROW);
  if (typeof value !== "string" || parts.every((part) => part === "")) {
    return false;
  }
  let end = 0;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const start = isLast
      ? value.length - part.length
      : value.indexOf(part, end);
    const isHere = start >= end && value.startsWith(part, start);
    if (!isHere || (index === 0 && start > 0)) {
      return false;
    }
    if (index > 0 && start === end) {
      return true;
    }
    end = start + part.length;
  }
  return false;
}
