import type {
  BinaryExpression,
  Expression,
  Literal,
  LogicalExpression,
  MemberExpression,
  TemplateLiteral,
  UnaryExpression,
} from "acorn";
import { untrustedText } from "../../base/untrusted-text.ts";
import { type Evaluation, nameOf } from "./evaluation.ts";
import { dottedName } from "./syntax.ts";
import {
  type ReadScalar,
  type ReadUnknown,
  type ReadValue,
  variablesIn,
} from "./values.ts";

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
  { evaluate, scalar, unknown, withVariables }: Evaluation,
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
  const value = node.operator === "-" ? -operand.value : operand.value;
  return withVariables(scalar(value, node), variablesIn(operand));
}

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
  { scalar, unknown, withVariables }: Evaluation,
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
    : withVariables(scalar(text, node), parts.flatMap(variablesIn));
}

const ENVIRONMENT = "reads the environment";

/** The value of an environment variable, which is known when the script runs. */
export function evaluateEnvironment(
  node: MemberExpression,
  depth: number,
  { evaluate, unknown, isDeclared }: Evaluation,
): ReadUnknown | undefined {
  const { object, property, computed } = node;
  const isEnvironment =
    (dottedName(object) === "process.env" && !isDeclared("process")) ||
    (object.type === "MemberExpression" &&
      object.object.type === "MetaProperty" &&
      dottedName(object) === "?.env");
  if (!isEnvironment || property.type === "PrivateIdentifier") {
    return undefined;
  }
  const name = computed
    ? nameOf(evaluate(property, depth + 1))
    : dottedName(property);
  if (name === undefined) {
    return unknown(node, ENVIRONMENT);
  }
  const variable = untrustedText(name, { maxLength: MAX_NAME });
  return unknownVariables(node, [variable], unknown);
}

const MAX_NAME = 60;
const MAX_SHOWN = 5;

/**
 * A value and the one that counts where there is none: `process.env.X || "default"`.
 * What the environment may replace is known by its default.
 */
export function evaluateDefault(
  node: LogicalExpression,
  depth: number,
  { evaluate, unknown, withVariables }: Evaluation,
): ReadValue {
  const first = evaluate(node.left, depth + 1);
  const ownVariables = variablesIn(first);
  const isVariable = first.kind === "unknown" && ownVariables.length > 0;
  const reason =
    first.kind === "unknown" && first.reason.startsWith(ENVIRONMENT)
      ? first.reason
      : "depends on a condition";
  if (node.operator === "&&" || !(isVariable || first.kind === "scalar")) {
    return unknown(node, reason);
  }
  if (first.kind === "scalar" && isTaken(first.value, node.operator)) {
    return first;
  }
  const second = evaluate(node.right, depth + 1);
  const variables = [...ownVariables, ...variablesIn(second)];
  if (second.kind === "scalar") {
    return withVariables(second, variables);
  }
  return isVariable && variables.length > ownVariables.length
    ? unknownVariables(node, variables, unknown)
    : unknown(node, reason);
}

function isTaken(
  value: ReadScalar["value"],
  operator: LogicalExpression["operator"],
): boolean {
  return operator === "??" ? value != null : Boolean(value);
}

function unknownVariables(
  node: Expression,
  variables: readonly string[],
  unknown: Evaluation["unknown"],
): ReadUnknown {
  const shown = variables.slice(0, MAX_SHOWN).join(", ");
  return { ...unknown(node, `${ENVIRONMENT} (${shown})`), variables };
}
