import type {
  CallExpression,
  ConditionalExpression,
  Expression,
  LogicalExpression,
} from "acorn";
import { type Evaluation, printableVariable } from "./evaluation.ts";
import { dottedName, methodOf } from "./syntax.ts";
import { isSameValue, type ReadUnknown, type ReadValue } from "./values.ts";

/**
 * One of two values: the one that the condition chooses in the environment, or either of
 * them if they are equal. `process.env.X ? process.env.X : "default"` is a default.
 */
export function evaluateConditional(
  node: ConditionalExpression,
  depth: number,
  evaluation: Evaluation,
): ReadValue {
  const { evaluate, conditions, unset, withVariables } = evaluation;
  const { test, consequent, alternate } = node;
  const known = conditions.decide(test);
  if (known !== undefined) {
    return evaluate(known.value ? consequent : alternate, depth + 1);
  }
  const first = evaluate(consequent, depth + 1);
  const second = evaluate(alternate, depth + 1);
  if (isSameValue(first, second)) {
    return first;
  }
  const usual = unset.decide(test);
  const [taken, other] = usual?.value ? [first, second] : [second, first];
  const variables = other.kind === "unknown" ? (other.variables ?? []) : [];
  return usual !== undefined && taken.kind === "scalar" && variables.length > 0
    ? withVariables(taken, [...variables, ...(taken.variables ?? [])])
    : unknownChoice(node, test, evaluation);
}

/** The value of a comparison or negation, or of a call that decides a condition. */
export function evaluateCondition(
  node: Expression,
  { conditions, scalar, unknown }: Evaluation,
): ReadValue {
  const known = conditions.decide(node);
  return known === undefined
    ? dependent(node, conditions.variablesOf(node), unknown)
    : scalar(known.value, node);
}

/** The value of `condition && value`. */
export function evaluateAnd(
  node: LogicalExpression,
  depth: number,
  evaluation: Evaluation,
): ReadValue {
  const { evaluate, conditions, scalar } = evaluation;
  const known = conditions.decide(node.left);
  if (known === undefined) {
    return unknownChoice(node, node.left, evaluation);
  }
  return known.value
    ? evaluate(node.right, depth + 1)
    : scalar(known.value, node.left);
}

function unknownChoice(
  node: Expression,
  test: Expression,
  { conditions, unknown }: Evaluation,
): ReadUnknown {
  const variables = conditions.variablesOf(test);
  return variables.length === 0
    ? unknown(node, "depends on a condition")
    : dependent(node, variables, unknown);
}

const MAX_SHOWN = 5;

function dependent(
  node: Expression,
  variables: readonly string[],
  unknown: Evaluation["unknown"],
): ReadUnknown {
  return variables.length === 0
    ? unknown(node)
    : {
        ...unknown(
          node,
          `depends on the environment (${variables.slice(0, MAX_SHOWN).map(printableVariable).join(", ")})`,
        ),
        conditions: variables,
      };
}

const CONVERSION =
  /^(?:Number|Number\.parseInt|Number\.parseFloat|parseInt|parseFloat)$/;

/**
 * The value of a call: of `list.filter(Boolean)`, of a conversion of a known value or an
 * environment variable, or of one that decides a condition. `undefined` for other calls.
 */
export function evaluateCall(
  node: CallExpression,
  depth: number,
  evaluation: Evaluation,
): ReadValue | undefined {
  const { evaluate, scalar, unknown, isDeclared, withVariables, conditions } =
    evaluation;
  const [argument] = node.arguments;
  if (argument === undefined || argument.type === "SpreadElement") {
    return undefined;
  }
  const { callee } = node;
  const name = dottedName(callee);
  const isGlobal = !isDeclared(name.split(".", 1)[0] ?? "");
  if (CONVERSION.test(name) && isGlobal) {
    const value = evaluate(argument, depth + 1);
    if (value.kind === "unknown" && value.variables !== undefined) {
      return { ...unknown(node, value.reason), variables: value.variables };
    }
    const isInteger = name.endsWith("parseInt");
    const converted =
      value.kind === "scalar" && value.value != null
        ? toNumber(String(value.value), isInteger)
        : undefined;
    return value.kind === "scalar" && converted !== undefined
      ? withVariables(scalar(converted, node), value.variables ?? [])
      : undefined;
  }
  if (
    methodOf(node) === "filter" &&
    callee.type === "MemberExpression" &&
    callee.object.type !== "Super" &&
    dottedName(argument) === "Boolean" &&
    !isDeclared("Boolean")
  ) {
    const list = evaluate(callee.object, depth + 1);
    return list.kind === "list"
      ? {
          ...list,
          items: list.items.filter(
            (item) => item.kind !== "scalar" || Boolean(item.value),
          ),
        }
      : undefined;
  }
  const isCondition =
    conditions.decide(node) !== undefined ||
    conditions.variablesOf(node).length > 0;
  return isCondition && (name === "Boolean" || methodOf(node) === "includes")
    ? evaluateCondition(node, evaluation)
    : undefined;
}

/** Only plain decimal numbers, of which every conversion is the same. */
function toNumber(text: string, isInteger: boolean): number | undefined {
  return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)
    ? isInteger
      ? Math.trunc(Number(text))
      : Number(text)
    : undefined;
}
