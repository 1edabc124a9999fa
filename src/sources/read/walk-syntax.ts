import type { AnyNode } from "acorn";

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
