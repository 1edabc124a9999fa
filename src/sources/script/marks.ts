import { isList, type Plain, type PlainList } from "../values.ts";
import { isDifferent } from "./engine-report.ts";
import { MARKERS } from "./prelude.ts";

/**
 * The part of a script's value in the runs with markers: an empty object if it has no
 * such part, and `undefined` if it cannot be told which one it is.
 */
export type Mark = Plain | undefined;

const MARKERS_IN_A_ROW = new RegExp(`(?:${MARKERS.source})+`);
/** What JavaScript writes in a text in place of a missing value. */
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
  return isScalar ? [...new Set(String(mark).match(MARKERS))] : [];
}

/** Whether a text or number is another one in the runs with markers, or they differ. */
export function isOtherThan(value: Plain, mark: Plain): boolean {
  return typeof value === "string" || typeof value === "number"
    ? value !== mark
    : isDifferent(mark);
}

export function showsMissing(value: Plain): boolean {
  return typeof value === "string" && MISSING.test(value);
}

/** Whether a value has no default in place of a marker. */
export function lacksVariable(value: Plain | undefined, mark: Mark): boolean {
  if (value === undefined || showsMissing(value)) {
    return true;
  }
  const parts = String(mark).split(MARKERS_IN_A_ROW);
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
