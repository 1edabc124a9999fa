import type {
  BinaryExpression,
  Expression,
  Literal,
  LogicalExpression,
  MemberExpression,
  TemplateLiteral,
  UnaryExpression,
} from "acorn";
import {
  type Evaluation,
  isEnvironment,
  MAX_VARIABLES,
  nameOf,
  OTHER_VALUE,
  printableVariable,
} from "./evaluation.ts";
import { dottedName } from "./syntax.ts";
import {
  type ReadScalar,
  type ReadUnknown,
  type ReadValue,
  variablesIn,
} from "./values.ts";

/** A string, number, boolean or null. */
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
  // The value of a regular expression that this engine does not support is null.
  return isKnown && !("regex" in node)
    ? scalar(value, node)
    : unknown(node, "is not a string, number, boolean or null");
}

/** A number with a sign. Other unary operators are not evaluated. */
export function evaluateSign(
  node: UnaryExpression,
  depth: number,
  { evaluate, scalar, unknown, withVariables }: Evaluation,
): ReadValue {
  const operand = evaluate(node.argument, depth + 1);
  const isSign = node.operator === "-" || node.operator === "+";
  if (node.operator === "+" && operand.kind === "unknown") {
    const { reason, variables } = operand;
    return variables === undefined
      ? unknown(node)
      : { ...unknown(node, reason), variables };
  }
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

/** The maximum length of a concatenated string. */
const MAX_TEXT = 100_000;

/** A template literal with known parts. */
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

/** A concatenation. Arithmetic is not evaluated. */
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

/** Concatenates known strings and numbers. */
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

/** The value of an environment variable; `undefined` for any other member. */
export function evaluateEnvironment(
  node: MemberExpression,
  depth: number,
  { evaluate, scalar, unknown, isDeclared, environment }: Evaluation,
): ReadValue | undefined {
  const { object, property, computed } = node;
  if (
    !isEnvironment(object, isDeclared) ||
    property.type === "PrivateIdentifier"
  ) {
    return undefined;
  }
  const name = computed
    ? nameOf(evaluate(property, depth + 1))
    : dottedName(property);
  if (name === undefined) {
    return unknown(node, ENVIRONMENT);
  }
  const given = environment.get(name);
  return given === undefined || given === OTHER_VALUE
    ? unknownVariables(node, [printableVariable(name)], unknown)
    : scalar(given, node);
}

const MAX_SHOWN = 5;

/**
 * A value with a default: `process.env.X || "default"`. The value of an environment
 * variable is its default, together with the name of the variable.
 */
export function evaluateDefault(
  node: LogicalExpression,
  depth: number,
  { evaluate, unknown, withVariables, environment }: Evaluation,
): ReadValue {
  const first = evaluate(node.left, depth + 1);
  const ownVariables = variablesIn(first);
  // The number of a variable that is not set is NaN, which is not nullish.
  const isConverted = /^(?:Call|Unary)/.test(node.left.type);
  const isVariable =
    first.kind === "unknown" &&
    ownVariables.length > 0 &&
    !(isConverted && node.operator === "??") &&
    !ownVariables.some((name) => environment.get(name) === OTHER_VALUE);
  const reason =
    first.kind === "unknown" && first.reason.startsWith(ENVIRONMENT)
      ? first.reason
      : "depends on a condition";
  if (!isVariable && first.kind !== "scalar") {
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
  const value = unknown(node, `${ENVIRONMENT} (${shown})`);
  return variables.length > MAX_VARIABLES ? value : { ...value, variables };
}
