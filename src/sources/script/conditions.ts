import type { AnyNode, BinaryExpression, CallExpression } from "acorn";
import {
  type Binding,
  type Conditions,
  type Environment,
  environmentVariable,
  isGlobalCall,
  type Known,
} from "./evaluation.ts";
import { childrenOf, isFunction, methodOf } from "./syntax.ts";

type Plain = Known["value"];

const MAX_DEPTH = 50;
/** Of one condition, with the constants that it refers to. */
const MAX_NODES = 500;

/**
 * @param bindings the names that the file declares
 * @param read the value of an environment variable, if it is known
 */
export function createConditions(
  bindings: ReadonlyMap<string, Binding>,
  read: (variable: string) => Known | undefined,
): Conditions {
  const constants = new Map<string, Known | undefined>();
  const isDeclared = (name: string) => bindings.has(name);

  function decide(node: AnyNode, depth = 0): Known | undefined {
    if (depth > MAX_DEPTH) {
      return undefined;
    }
    const value = (part: AnyNode) => decide(part, depth + 1);
    switch (node.type) {
      case "Literal":
        return typeof node.value === "object" && node.value !== null
          ? undefined
          : asKnown(node.value);
      case "Identifier":
        return node.name === "undefined" && !isDeclared(node.name)
          ? { value: undefined }
          : constant(node.name, depth);
      case "ChainExpression":
        return value(node.expression);
      case "MemberExpression": {
        const variable = environmentVariable(node, isDeclared);
        return variable === undefined ? undefined : read(variable);
      }
      case "UnaryExpression": {
        const operand =
          node.operator === "!" ? value(node.argument) : undefined;
        return operand && { value: !operand.value };
      }
      case "BinaryExpression": {
        const [left, right] = [value(node.left), value(node.right)];
        return (
          left && right && compared(node.operator, left.value, right.value)
        );
      }
      case "LogicalExpression": {
        const left = value(node.left);
        const isTaken =
          node.operator === "&&"
            ? !left?.value
            : node.operator === "||"
              ? Boolean(left?.value)
              : left?.value != null;
        return left && (isTaken ? left : value(node.right));
      }
      case "ConditionalExpression": {
        const test = value(node.test);
        return test && value(test.value ? node.consequent : node.alternate);
      }
      case "CallExpression":
        return called(node, value);
      default:
        return undefined;
    }
  }

  function constant(name: string, depth: number): Known | undefined {
    if (!constants.has(name)) {
      // A reference to itself is not known.
      constants.set(name, undefined);
      const binding = bindings.get(name);
      constants.set(
        name,
        binding?.kind === "constant"
          ? decide(binding.init, depth + 1)
          : undefined,
      );
    }
    return constants.get(name);
  }

  function called(
    node: CallExpression,
    value: (part: AnyNode) => Known | undefined,
  ): Known | undefined {
    const [argument] = node.arguments;
    const given = argument && value(argument);
    if (given === undefined) {
      return undefined;
    }
    if (isGlobalCall(node, "Boolean", isDeclared)) {
      return { value: Boolean(given.value) };
    }
    const { callee } = node;
    const method = methodOf(node);
    if (callee.type !== "MemberExpression" || method !== "includes") {
      return undefined;
    }
    const list = callee.object;
    if (list.type === "ArrayExpression") {
      const items = list.elements.map((item) => item && value(item));
      return items.some((item) => item == null)
        ? undefined
        : { value: items.some((item) => item?.value === given.value) };
    }
    const text = value(list)?.value;
    return typeof text === "string" && typeof given.value === "string"
      ? { value: text.includes(given.value) }
      : undefined;
  }

  return {
    decide: (node) => decide(node),
    variablesOf: (node) => [...mentionedIn(node, bindings).variables],
  };
}

/** Reads the variables of an environment. */
export function readFrom(
  environment: Environment,
): (variable: string) => Known | undefined {
  return (variable) =>
    environment.has(variable)
      ? { value: environment.get(variable) }
      : undefined;
}

function asKnown(value: unknown): Known | undefined {
  return value === null ||
    typeof value === "string" ||
    typeof value === "number" ||
    typeof value === "boolean"
    ? { value }
    : undefined;
}

function compared(
  operator: string,
  left: Plain,
  right: Plain,
): Known | undefined {
  switch (operator) {
    case "===":
      return { value: left === right };
    case "!==":
      return { value: left !== right };
    case "==":
      // biome-ignore lint/suspicious/noDoubleEquals: what the file does
      return { value: left == right };
    case "!=":
      // biome-ignore lint/suspicious/noDoubleEquals: what the file does
      return { value: left != right };
    default:
      return undefined;
  }
}

interface Mentioned {
  readonly variables: ReadonlySet<string>;
  readonly literals: ReadonlySet<string>;
}

/** The variables and literals in an expression, and in the constants that it names. */
export function mentionedIn(
  root: AnyNode,
  bindings: ReadonlyMap<string, Binding>,
): Mentioned {
  const variables = new Set<string>();
  const literals = new Set<string>();
  const seen = new Set<string>();
  const waiting: AnyNode[] = [root];
  for (const node of waiting) {
    const variable =
      node.type === "MemberExpression"
        ? environmentVariable(node, (name) => bindings.has(name))
        : undefined;
    if (variable !== undefined) {
      variables.add(variable);
      continue;
    }
    if (node.type === "Literal" && typeof node.value !== "object") {
      literals.add(String(node.value));
    }
    if (node.type === "Identifier" && !seen.has(node.name)) {
      seen.add(node.name);
      const binding = bindings.get(node.name);
      if (binding?.kind === "constant" && !isFunction(binding.init)) {
        waiting.push(binding.init);
      }
    }
    const children = childrenOf(node);
    if (waiting.length + children.length > MAX_NODES) {
      return { variables: new Set(), literals: new Set() };
    }
    waiting.push(...children);
  }
  return { variables, literals };
}

export function isComparison({ operator }: BinaryExpression): boolean {
  return /^[!=]==?$/.test(operator);
}
