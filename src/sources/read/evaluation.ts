import type { Expression } from "acorn";

import type { LineMap } from "./line-map.ts";
import type { ReadScalar, ReadUnknown, ReadValue } from "./types.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What the parts of an evaluator have of each other. */
export interface Evaluation {
  readonly place: LineMap;
  /** `__proto__` is a name like any other in JSON; a script's prototype. */
  readonly isJson: boolean;
  evaluate(node: Expression, depth: number): ReadValue;
  /** The same for what a list or an object holds, which may be there already. */
  evaluatePart(node: Expression, depth: number): ReadValue;
  scalar(value: ReadScalar["value"], span: Span): ReadScalar;
  /** Without a reason given, the expression's own kind is it. */
  unknown(node: Expression, reason?: string): ReadUnknown;
  /** Whether so many more values may be held again. */
  mayCopy(count: number): boolean;
}

/** What a spread is of which nothing can be copied. */
export function unspread(
  spread: ReadValue,
  node: Expression,
  { unknown }: Evaluation,
): ReadUnknown {
  return spread.kind === "unknown"
    ? unknown(node, spread.reason)
    : unknown(node, "spreads what is no known list or object, or too much");
}

/** A value as the name of a member. */
export function nameOf(value: ReadValue): string | undefined {
  return value.kind === "scalar" &&
    (typeof value.value === "string" || typeof value.value === "number")
    ? String(value.value)
    : undefined;
}
