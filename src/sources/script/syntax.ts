import type { AnyNode, Identifier } from "acorn";
import type { Place } from "./values.ts";

/**
 * All nodes below and including a node, without recursion.
 *
 * @param isClosed Whether what is below a node is left out.
 */
export function* walkSyntax(
  root: AnyNode,
  isClosed: (node: AnyNode) => boolean = () => false,
): Generator<AnyNode> {
  const waiting: AnyNode[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    if (isClosed(node)) {
      continue;
    }
    const children: unknown[] = Object.values(node).flat();
    // One by one: a million arguments overflow the stack.
    for (const child of children.filter(isNode)) {
      waiting.push(child);
    }
  }
}

function isNode(value: unknown): value is AnyNode {
  return (
    typeof value === "object" &&
    value !== null &&
    "type" in value &&
    typeof value.type === "string" &&
    "start" in value
  );
}

/** A long chain is asked for at each of its links. */
const ROOTS = new WeakMap<AnyNode, AnyNode>();

/** What a chain of members and calls begins with. */
export function rootOf(node: AnyNode): AnyNode {
  const links: AnyNode[] = [];
  let at: AnyNode | undefined = node;
  let root: AnyNode | undefined;
  while (root === undefined) {
    root = ROOTS.get(at);
    links.push(at);
    const before = beforeLast(at);
    root ??= before === undefined ? at : undefined;
    at = before ?? at;
  }
  for (const link of links) {
    ROOTS.set(link, root);
  }
  return root;
}

/** A chain without its last link. */
function beforeLast(node: AnyNode): AnyNode | undefined {
  switch (node.type) {
    case "MemberExpression":
      return node.object;
    case "CallExpression":
      return node.callee;
    case "ChainExpression":
      return node.expression;
    default:
      return undefined;
  }
}

/** The name that one begins with: `chains` of `chains.filter(f).map(g)`. */
export function rootName(node: AnyNode): string | undefined {
  const root = rootOf(node);
  return root.type === "Identifier" ? root.name : undefined;
}

/** A chain of members as it is written: `Object.keys`; `?` for unnamed parts. */
export function dottedName(node: AnyNode): string {
  const names: string[] = [];
  let at: AnyNode = node;
  while (at.type === "MemberExpression") {
    const { property, computed } = at;
    names.unshift(
      property.type === "Identifier" && !computed ? property.name : "?",
    );
    at = at.object;
  }
  return [at.type === "Identifier" ? at.name : "?", ...names].join(".");
}

/** The names that a piece of code mentions, its members' names among them. */
export function namesIn(node: AnyNode): ReadonlySet<string> {
  const names = new Set<string>();
  for (const part of walkSyntax(node)) {
    if (part.type === "Identifier") {
      names.add(part.name);
    }
  }
  return names;
}

/** All names that a piece of code mentions, where they stand, in its order. */
export function identifiersIn(node: AnyNode): readonly Identifier[] {
  return [...walkSyntax(node)]
    .filter((part) => part.type === "Identifier")
    .sort((one, other) => one.start - other.start);
}

/** Lines end as JavaScript's do: `\r\n`, `\n`, `\r` and the two separators. */
const LINE_END = /\r\n|[\n\r\u2028\u2029]/g;
const BYTE_ORDER_MARK = "\uFEFF";

export type LineMap = (start: number, end: number) => Place;

/** Turns a text's offsets into places. */
export function lineMap(text: string): LineMap {
  const starts = [
    text.startsWith(BYTE_ORDER_MARK) ? 1 : 0,
    ...[...text.matchAll(LINE_END)].map((end) => end.index + end[0].length),
  ];
  return (start, end) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= start) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    const column = Math.max(start - (starts[low] ?? 0), 0) + 1;
    return { line: low + 1, column, start, end };
  };
}
