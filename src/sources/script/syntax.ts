import type { AnyNode, CallExpression, Identifier, NewExpression } from "acorn";
import type { Place } from "./values.ts";

/**
 * Yields a node and all nodes below it, without recursion.
 *
 * @param isClosed whether to leave out the nodes below a node
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

/** The nodes directly below a node. */
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

/** More parts than any name that is looked up has. */
const MAX_PARTS = 6;

/** The name of a member with its objects: `Object.keys`, with `?` for other parts. */
export function dottedName(node: AnyNode): string {
  const names: string[] = [];
  let at: AnyNode = node;
  while (at.type === "MemberExpression" && names.length < MAX_PARTS) {
    names.unshift(memberName(at) ?? "?");
    at = at.object;
  }
  return [at.type === "Identifier" ? at.name : "?", ...names].join(".");
}

/** The name after the dot; `undefined` for a computed name. */
function memberName({
  property,
  computed,
}: Extract<AnyNode, { type: "MemberExpression" }>): string | undefined {
  return property.type === "Identifier" && !computed
    ? property.name
    : undefined;
}

/** The method of a call: `map` of `chains.map(f)`. */
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

/** The variables and members that a pattern or a declaration assigns. */
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
