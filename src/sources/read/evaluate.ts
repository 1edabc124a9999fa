import type {
  BinaryExpression,
  Expression,
  MemberExpression,
  ModuleDeclaration,
  Statement,
  UnaryExpression,
} from "acorn";

import { topLevelBindings } from "./bindings.ts";
import { evaluateList } from "./evaluate-list.ts";
import { evaluateObject } from "./evaluate-object.ts";
import { evaluateTemplate, joinedText } from "./evaluate-text.ts";
import { type Evaluation, nameOf } from "./evaluation.ts";
import type { LineMap } from "./line-map.ts";
import { sizeOf } from "./size-of.ts";
import { dottedName } from "./syntax-names.ts";
import type { ReadValue } from "./types.ts";
import { unknownReason } from "./unknown-reason.ts";

const MAX_DEPTH = 200;
/** Values that may be held again in all, by spreads and by their names. */
const MAX_COPIES = 50_000;

export interface Evaluator {
  evaluate(node: Expression): ReadValue;
  /** The lists and objects that were needed so far: others cannot change. */
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
        return literal(node.value, node);
      case "TemplateLiteral":
        return evaluateTemplate(node, depth, evaluation);
      case "UnaryExpression":
        return signed(node, depth);
      case "BinaryExpression":
        return sum(node, depth);
      case "Identifier":
        return named(node.name, node);
      case "MemberExpression":
        return memberOf(node, depth);
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

  function literal(value: unknown, node: Expression): ReadValue {
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

  function signed(node: UnaryExpression, depth: number): ReadValue {
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

  /** A text that is put together; of numbers it is arithmetic, and unknown. */
  function sum(node: BinaryExpression, depth: number): ReadValue {
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
    if (value.kind === "list" || value.kind === "object") {
      used.add(name);
    }
    return value;
  }

  function memberOf(node: MemberExpression, depth: number): ReadValue {
    const { object, property, computed } = node;
    if (object.type === "Super" || property.type === "PrivateIdentifier") {
      return unknown(node);
    }
    const written = property.type === "Identifier" ? property.name : undefined;
    const name = computed ? nameOf(evaluate(property, depth + 1)) : written;
    const whole = evaluate(object, depth + 1);
    if (
      name === undefined ||
      whole.kind === "unknown" ||
      whole.kind === "scalar"
    ) {
      return unknown(node);
    }
    if (whole.kind === "object") {
      const found = whole.members.get(name)?.value;
      return found ?? unknown(node, "reads what is not known to be there");
    }
    const isIndex = whole.beyond.length === 0 && /^\d{1,9}$/.test(name);
    return (
      (isIndex ? whole.items[Number(name)] : undefined) ??
      unknown(node, "reads what is not known to be there")
    );
  }

  return { evaluate: (node) => evaluate(node, 0), used };
}
