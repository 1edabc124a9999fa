import type { BinaryExpression, Expression, TemplateLiteral } from "acorn";

import type { Evaluation } from "./evaluation.ts";
import type { ReadValue } from "./types.ts";

/** How long a text that is joined of others may get. */
const MAX_TEXT = 100_000;

/** A template, where all of its parts are known. */
export function evaluateTemplate(
  node: TemplateLiteral,
  depth: number,
  evaluation: Evaluation,
): ReadValue {
  const { evaluate, scalar } = evaluation;
  const parts = node.quasis.flatMap((quasi, index): ReadValue[] => {
    const expression = node.expressions[index];
    return [
      scalar(quasi.value.cooked ?? "", quasi),
      ...(expression === undefined ? [] : [evaluate(expression, depth + 1)]),
    ];
  });
  return joinedText(parts, node, evaluation);
}

/** A text that is put together; of numbers it is arithmetic, and unknown. */
export function evaluateSum(
  node: BinaryExpression,
  depth: number,
  evaluation: Evaluation,
): ReadValue {
  const { evaluate, unknown } = evaluation;
  if (node.operator !== "+" || node.left.type === "PrivateIdentifier") {
    return unknown(node);
  }
  const parts = [node.left, node.right].map((part) =>
    evaluate(part, depth + 1),
  );
  const hasText = parts.some(
    (part) => part.kind === "scalar" && typeof part.value === "string",
  );
  return hasText ? joinedText(parts, node, evaluation) : unknown(node);
}

/** Texts and numbers put together, where all of them are known. */
function joinedText(
  parts: readonly ReadValue[],
  node: Expression,
  { scalar, unknown }: Evaluation,
): ReadValue {
  const missing = parts.find((part) => part.kind === "unknown");
  if (missing !== undefined) {
    return unknown(node, missing.reason);
  }
  const texts = parts.map((part) =>
    part.kind === "scalar" && part.value !== undefined
      ? String(part.value)
      : undefined,
  );
  const text = texts.join("");
  return texts.includes(undefined) || text.length > MAX_TEXT
    ? unknown(node)
    : scalar(text, node);
}
