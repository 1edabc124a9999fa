import type { AnyNode } from "acorn";
import { isRecord } from "../../base/records.ts";
import type { Place } from "../values.ts";

/** A node and all nodes below it, without recursion. */
export function nodesIn(root: AnyNode): readonly AnyNode[] {
  const nodes = [root];
  for (const node of nodes) {
    // One by one: a million arguments overflow the stack.
    for (const child of Object.values(node).flat()) {
      if (isNode(child)) {
        nodes.push(child);
      }
    }
  }
  return nodes;
}

function isNode(value: unknown): value is AnyNode {
  return isRecord(value) && typeof value["type"] === "string";
}

/** The names of parts by the type of a syntax. */
export type PartNames = Readonly<Record<string, readonly string[] | undefined>>;

/** The parts of an expression that may be its value. */
export const VALUE_PARTS: PartNames = {
  ArrowFunctionExpression: ["body"],
  AssignmentExpression: ["right"],
  BlockStatement: ["body"],
  CallExpression: ["callee", "arguments"],
  ChainExpression: ["expression"],
  ConditionalExpression: ["consequent", "alternate"],
  FunctionDeclaration: ["body"],
  FunctionExpression: ["body"],
  LogicalExpression: ["right", "left"],
  ReturnStatement: ["argument"],
};

/** The parts of a node with these names. */
export function partsOf(
  node: AnyNode,
  names: readonly string[] = [],
): readonly AnyNode[] {
  return names
    .flatMap((name): unknown => Reflect.get(node, name))
    .filter(isNode);
}

/** The name of a variable, or of a member if it is in the text. */
export function nameOf(key: AnyNode, isComputed = false): string | undefined {
  if (key.type === "Identifier" && !isComputed) {
    return key.name;
  }
  return key.type === "Literal" ? String(key.value) : undefined;
}

/** The parts of a syntax that declare names. */
export const DECLARED: PartNames = {
  ArrowFunctionExpression: ["params"],
  CatchClause: ["param"],
  ClassDeclaration: ["id"],
  ClassExpression: ["id"],
  FunctionDeclaration: ["id", "params"],
  FunctionExpression: ["id", "params"],
  ImportDefaultSpecifier: ["local"],
  ImportNamespaceSpecifier: ["local"],
  ImportSpecifier: ["local"],
  VariableDeclarator: ["id"],
};
/** The parts of a syntax that are assigned. */
export const ASSIGNED: PartNames = {
  AssignmentExpression: ["left"],
  ForInStatement: ["left"],
  ForOfStatement: ["left"],
  UpdateExpression: ["argument"],
};
/** The parts of patterns. */
const IN_PATTERN: PartNames = {
  ArrayPattern: ["elements"],
  AssignmentPattern: ["left"],
  ObjectPattern: ["properties"],
  Property: ["value"],
  RestElement: ["argument"],
};
/** The name that a chain of members and calls begins with. */
export function rootOf(node: AnyNode): string {
  let root = node;
  for (;;) {
    const [next] = partsOf(root, ["object", "callee"]);
    if (next === undefined) {
      return root.type === "Identifier" ? root.name : "";
    }
    root = next;
  }
}

/** The names in patterns. */
export function namesAt(patterns: readonly AnyNode[]): readonly string[] {
  const waiting = [...patterns];
  const names: string[] = [];
  for (const node of waiting) {
    waiting.push(...partsOf(node, IN_PATTERN[node.type]));
    if (node.type === "Identifier") {
      names.push(node.name);
    }
  }
  return names;
}

/** The line ends of JavaScript: `\r\n`, `\n`, `\r` and the two separators. */
const LINE_END = /\r\n|[\n\r\u2028\u2029]/g;
const BYTE_ORDER_MARK = "\uFEFF";

export type LineMap = (start: number, end: number) => Place;

/** Converts offsets of a text to places. */
export function lineMap(text: string): LineMap {
  const starts = [
    text.startsWith(BYTE_ORDER_MARK) ? 1 : 0,
    ...[...text.matchAll(LINE_END)].map((end) => end.index + end[0].length),
  ];
  return (start, end) => {
    const index = lastUpTo(starts, start);
    const column = Math.max(start - (starts[index] ?? 0), 0) + 1;
    return { line: Math.max(index, 0) + 1, column, start, end };
  };
}

/** The position of the last number that is not above a limit, in ascending ones, or -1. */
export function lastUpTo(sorted: readonly number[], limit: number): number {
  let [low, high] = [-1, sorted.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((sorted[middle] ?? 0) <= limit) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}
