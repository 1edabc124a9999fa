import type { AnyNode, CallExpression, Identifier, NewExpression } from "acorn";
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
    // One by one: a million arguments overflow the stack.
    for (const child of childrenOf(node)) {
      waiting.push(child);
    }
  }
}

/** The nodes that a node consists of. */
export function childrenOf(node: AnyNode): readonly AnyNode[] {
  const children: unknown[] = Object.values(node).flat();
  return children.filter(isNode);
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

/** More parts than the names that anything is looked up by have. */
const MAX_PARTS = 6;

/** A chain of members as it is written: `Object.keys`; `?` for unnamed parts. */
export function dottedName(node: AnyNode): string {
  const names: string[] = [];
  let at: AnyNode = node;
  while (at.type === "MemberExpression" && names.length < MAX_PARTS) {
    names.unshift(memberName(at) ?? "?");
    at = at.object;
  }
  return [at.type === "Identifier" ? at.name : "?", ...names].join(".");
}

/** The name behind the dot; `undefined` for one that is computed. */
function memberName({
  property,
  computed,
}: Extract<AnyNode, { type: "MemberExpression" }>): string | undefined {
  return property.type === "Identifier" && !computed
    ? property.name
    : undefined;
}

/** The method that a call is of: `map` of `chains.map(f)`. */
export function methodOf({
  callee,
}: CallExpression | NewExpression): string | undefined {
  return callee.type === "MemberExpression" ? memberName(callee) : undefined;
}

export function isIdentifier(
  node: AnyNode | null | undefined,
): node is Identifier {
  return node?.type === "Identifier";
}

/** A function, however it is written. */
export type FunctionNode = Extract<
  AnyNode,
  {
    readonly type:
      | "ArrowFunctionExpression"
      | "FunctionDeclaration"
      | "FunctionExpression";
  }
>;

export function isFunction(
  node: AnyNode | null | undefined,
): node is FunctionNode {
  return (
    node?.type === "ArrowFunctionExpression" ||
    node?.type === "FunctionDeclaration" ||
    node?.type === "FunctionExpression"
  );
}

/** The variables and members that a pattern, or a declaration, gives values to. */
export function targetsIn(target: AnyNode): readonly AnyNode[] {
  switch (target.type) {
    case "ObjectPattern":
      return target.properties.flatMap((property) =>
        targetsIn(property.type === "Property" ? property.value : property),
      );
    case "ArrayPattern":
      return target.elements.flatMap((element) =>
        element === null ? [] : targetsIn(element),
      );
    case "AssignmentPattern":
      return targetsIn(target.left);
    case "RestElement":
      return targetsIn(target.argument);
    case "VariableDeclaration":
      return target.declarations.flatMap(({ id }) => targetsIn(id));
    default:
      return [target];
  }
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
