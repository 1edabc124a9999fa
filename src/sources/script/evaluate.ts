import type { Expression, ModuleDeclaration, Statement } from "acorn";
import { createConditions, isComparison, readFrom } from "./conditions.ts";
import {
  evaluateList,
  evaluateMember,
  evaluateObject,
} from "./evaluate-collections.ts";
import {
  evaluateAnd,
  evaluateCall,
  evaluateCondition,
  evaluateConditional,
} from "./evaluate-conditions.ts";
import {
  evaluateDefault,
  evaluateEnvironment,
  evaluateLiteral,
  evaluateSign,
  evaluateSum,
  evaluateTemplate,
} from "./evaluate-scalars.ts";
import {
  type Binding,
  type Environment,
  type Evaluation,
  MAX_VARIABLES,
  topLevelBindings,
  unknownReason,
} from "./evaluation.ts";
import { dottedName, type LineMap } from "./syntax.ts";
import { type ReadValue, sizeOf } from "./values.ts";

const MAX_DEPTH = 200;
/** The maximum number of values that spreads and references may repeat. */
const MAX_COPIES = 50_000;

export interface Evaluator {
  evaluate(node: Expression): ReadValue;
  /** The evaluated constants that are lists or objects, and so could be changed. */
  readonly constants: ReadonlySet<string>;
  /** The environment variables whose defaults were evaluated. */
  readonly variables: ReadonlySet<string>;
}

export interface EvaluatorOptions {
  readonly isJson?: boolean | undefined;
  /** The environment variables that conditions depend on. Default: none is known. */
  readonly environment?: Environment | undefined;
  /** The top-level names. Default: those of the body. */
  readonly bindings?: ReadonlyMap<string, Binding> | undefined;
}

/**
 * Evaluates expressions without running code: literals, arrays, objects, top-level
 * constants, spreads, concatenations, defaults of environment variables, and conditions
 * that depend on them. The value of anything else is `unknown`.
 */
export function createEvaluator(
  body: readonly (Statement | ModuleDeclaration)[],
  place: LineMap,
  {
    isJson = false,
    environment = new Map(),
    bindings = topLevelBindings(body),
  }: EvaluatorOptions = {},
): Evaluator {
  const values = new Map<string, ReadValue>();
  const open = new Set<string>();
  const constants = new Set<string>();
  const defaults = new Set<string>();
  const held = new Set<ReadValue>();
  let copies = 0;
  const evaluation: Evaluation = {
    place,
    isJson,
    evaluate,
    evaluatePart,
    scalar: (value, { start, end }) => ({
      kind: "scalar",
      value,
      place: place(start, end),
    }),
    withVariables: (value, given) => {
      const variables = [...new Set(given)];
      if (variables.length > MAX_VARIABLES) {
        const reason = "depends on too many environment variables";
        return { kind: "unknown", reason, place: value.place };
      }
      for (const variable of variables) {
        defaults.add(variable);
      }
      return variables.length === 0 ? value : { ...value, variables };
    },
    unknown: (node, reason = unknownReason(node)) => ({
      kind: "unknown",
      reason,
      place: place(node.start, node.end),
    }),
    mayCopy: (count) => {
      copies += count;
      return copies <= MAX_COPIES;
    },
    isDeclared: (name) => bindings.has(name),
    environment,
    conditions: createConditions(bindings, readFrom(environment)),
    unset: createConditions(bindings, () => ({ value: undefined })),
  };
  const { scalar, unknown, mayCopy, isDeclared } = evaluation;

  function evaluate(node: Expression, depth: number): ReadValue {
    if (depth > MAX_DEPTH) {
      return unknown(node, "is nested too deeply");
    }
    switch (node.type) {
      case "Literal":
        return evaluateLiteral(node, evaluation);
      case "TemplateLiteral":
        return evaluateTemplate(node, depth, evaluation);
      case "UnaryExpression":
        return node.operator === "!"
          ? evaluateCondition(node, evaluation)
          : evaluateSign(node, depth, evaluation);
      case "BinaryExpression":
        return isComparison(node)
          ? evaluateCondition(node, evaluation)
          : evaluateSum(node, depth, evaluation);
      case "LogicalExpression":
        return node.operator === "&&"
          ? evaluateAnd(node, depth, evaluation)
          : evaluateDefault(node, depth, evaluation);
      case "ConditionalExpression":
        return evaluateConditional(node, depth, evaluation);
      case "Identifier":
        return named(node.name, node);
      case "MemberExpression":
        return (
          evaluateEnvironment(node, depth, evaluation) ??
          evaluateMember(node, depth, evaluation)
        );
      case "ChainExpression":
        return evaluate(node.expression, depth + 1);
      case "ArrayExpression":
        return evaluateList(node, depth, evaluation);
      case "ObjectExpression":
        return evaluateObject(node, depth, evaluation);
      case "CallExpression": {
        const [frozen] = node.arguments;
        return dottedName(node.callee) === "Object.freeze" &&
          !isDeclared("Object") &&
          frozen !== undefined &&
          frozen.type !== "SpreadElement"
          ? evaluate(frozen, depth + 1)
          : (evaluateCall(node, depth, evaluation) ?? unknown(node));
      }
      default:
        return unknown(node);
    }
  }

  function evaluatePart(node: Expression, depth: number): ReadValue {
    const value = evaluate(node, depth);
    if (value.kind === "scalar" || value.kind === "unknown") {
      return value;
    }
    const isFirst = !held.has(value);
    held.add(value);
    return isFirst || mayCopy(sizeOf(value))
      ? value
      : unknown(node, "is too large");
  }

  function named(name: string, node: Expression): ReadValue {
    const known = values.get(name);
    if (known !== undefined) {
      return known;
    }
    const binding = bindings.get(name);
    if (binding === undefined) {
      return name === "undefined"
        ? scalar(undefined, node)
        : unknown(
            node,
            "uses a name that is not declared as a constant in this file",
          );
    }
    if (binding.kind === "other") {
      return unknown(node, binding.reason);
    }
    if (open.has(name)) {
      return unknown(node, "refers to itself");
    }
    open.add(name);
    // A constant has its own depth. References to itself were found above.
    const value = evaluate(binding.init, 0);
    open.delete(name);
    values.set(name, value);
    if (value.kind === "list" || value.kind === "object") {
      constants.add(name);
    }
    return value;
  }

  return {
    evaluate: (node) => evaluate(node, 0),
    constants,
    variables: defaults,
  };
}
