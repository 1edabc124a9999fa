import type { Expression, ModuleDeclaration, Statement } from "acorn";
import { untrustedText } from "../../base/untrusted-text.ts";
import {
  evaluateList,
  evaluateLiteral,
  evaluateObject,
  evaluateSign,
  evaluateSum,
  evaluateTemplate,
} from "./evaluate-values.ts";
import {
  type Evaluation,
  evaluateMember,
  topLevelBindings,
} from "./evaluation.ts";
import { dottedName, type LineMap } from "./syntax.ts";
import { type ReadValue, sizeOf } from "./values.ts";

const MAX_DEPTH = 200;
/** Values that may be held again in all, by spreads and by their names. */
const MAX_COPIES = 50_000;

export interface Evaluator {
  evaluate(node: Expression): ReadValue;
  /** The constants that were needed so far: no other one's value counts. */
  readonly used: ReadonlySet<string>;
}

/**
 * Works out what expressions are from the text alone: literals, constants of the
 * file's top level, lists, objects, spreads of known ones, texts joined of known
 * parts. Anything else becomes a value of the kind `unknown`.
 */
export function createEvaluator(
  body: readonly (Statement | ModuleDeclaration)[],
  place: LineMap,
  { isJson = false }: { readonly isJson?: boolean | undefined } = {},
): Evaluator {
  const bindings = topLevelBindings(body);
  const values = new Map<string, ReadValue>();
  const open = new Set<string>();
  const used = new Set<string>();
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
    unknown: (node, reason = unknownReason(node)) => ({
      kind: "unknown",
      reason,
      place: place(node.start, node.end),
    }),
    mayCopy: (count) => {
      copies += count;
      return copies <= MAX_COPIES;
    },
  };
  const { scalar, unknown, mayCopy } = evaluation;

  function evaluate(node: Expression, depth: number): ReadValue {
    if (depth > MAX_DEPTH) {
      return unknown(node, "nests too deeply");
    }
    switch (node.type) {
      case "Literal":
        return evaluateLiteral(node, evaluation);
      case "TemplateLiteral":
        return evaluateTemplate(node, depth, evaluation);
      case "UnaryExpression":
        return evaluateSign(node, depth, evaluation);
      case "BinaryExpression":
        return evaluateSum(node, depth, evaluation);
      case "Identifier":
        return named(node.name, node);
      case "MemberExpression":
        return evaluateMember(node, depth, evaluation);
      case "ArrayExpression":
        return evaluateList(node, depth, evaluation);
      case "ObjectExpression":
        return evaluateObject(node, depth, evaluation);
      case "CallExpression": {
        const [frozen] = node.arguments;
        return dottedName(node.callee) === "Object.freeze" &&
          frozen !== undefined &&
          frozen.type !== "SpreadElement"
          ? evaluate(frozen, depth + 1)
          : unknown(node);
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
      : unknown(node, "holds too much");
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
            "uses a name that the file does not declare as a constant",
          );
    }
    if (binding.kind === "other") {
      return unknown(node, binding.reason);
    }
    if (open.has(name)) {
      return unknown(node, "refers to itself");
    }
    used.add(name);
    open.add(name);
    // The depth starts anew: constants cannot form a circle.
    const value = evaluate(binding.init, 0);
    open.delete(name);
    values.set(name, value);
    return value;
  }

  return { evaluate: (node) => evaluate(node, 0), used };
}

const MOST_OF_A_NAME = 60;

/** Why an expression cannot be known from the text alone. */
function unknownReason(node: Expression): string {
  switch (node.type) {
    case "CallExpression":
    case "NewExpression":
    case "TaggedTemplateExpression":
    case "ImportExpression":
      return "calls a function";
    case "ConditionalExpression":
      return "depends on a condition";
    case "LogicalExpression": {
      const reason = unknownReason(node.left);
      return reason.startsWith("reads the environment")
        ? reason
        : "depends on a condition";
    }
    case "ArrowFunctionExpression":
    case "FunctionExpression":
    case "ClassExpression":
      return "is a function";
    case "MemberExpression": {
      const variable = environmentVariable(node);
      return variable === undefined
        ? "reads what is not known to be there"
        : `reads the environment (${variable})`;
    }
    case "ChainExpression":
      return unknownReason(node.expression);
    default:
      return "is computed";
  }
}

function environmentVariable(
  node: Extract<Expression, { type: "MemberExpression" }>,
): string | undefined {
  const { object, property } = node;
  const isEnvironment =
    object.type === "MemberExpression" &&
    object.property.type === "Identifier" &&
    object.property.name === "env";
  const name =
    property.type === "Identifier"
      ? property.name
      : property.type === "Literal"
        ? String(property.value)
        : "env";
  return isEnvironment
    ? untrustedText(name, { maxLength: MOST_OF_A_NAME })
    : undefined;
}
