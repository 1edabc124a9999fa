import type { AnyNode, Identifier } from "acorn";
import type { Place } from "./values.ts";

/** Yields a node and all nodes below it, without recursion. */
export function* walkSyntax(root: AnyNode): Generator<AnyNode> {
  const waiting: AnyNode[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    // One by one: a million arguments overflow the stack.
    for (const child of childrenOf(node)) {
      waiting.push(child);
    }
  }
}

/** The nodes directly below a node. */
function childrenOf(node: AnyNode): readonly AnyNode[] {
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

/** The name of a member or a property, if it is in the text. */
export function nameOf({
  key,
  computed,
}: {
  readonly key: AnyNode;
  readonly computed: boolean;
}): string | undefined {
  return key.type === "Identifier" && !computed
    ? key.name
    : key.type === "Literal"
      ? String(key.value)
      : undefined;
}

export function isIdentifier(
  node: AnyNode | null | undefined,
): node is Identifier {
  return node?.type === "Identifier";
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
