import type { Literal, UnaryExpression } from "acorn";

import type { Evaluation } from "./evaluation.ts";
import type { ReadValue } from "./types.ts";

/** A text, a number, true, false or null as it is written. */
export function evaluateLiteral(
  node: Literal,
  { scalar, unknown }: Evaluation,
): ReadValue {
  const { value } = node;
  const isKnown =
    value === null ||
    typeof value === "string" ||
    typeof value === "boolean" ||
    (typeof value === "number" && Number.isFinite(value));
  // A regular expression that this engine cannot build is null too.
  return isKnown && !("regex" in node)
    ? scalar(value, node)
    : unknown(node, "is neither a text, a number, true, false nor null");
}

/** A number behind its sign; all else that stands before a value is unknown. */
export function evaluateSign(
  node: UnaryExpression,
  depth: number,
  { evaluate, scalar, unknown }: Evaluation,
): ReadValue {
  const operand = evaluate(node.argument, depth + 1);
  const isSign = node.operator === "-" || node.operator === "+";
  if (
    !isSign ||
    operand.kind !== "scalar" ||
    typeof operand.value !== "number"
  ) {
    return unknown(node);
  }
  return scalar(node.operator === "-" ? -operand.value : operand.value, node);
}
