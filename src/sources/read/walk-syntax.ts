import type { AnyNode } from "acorn";

/** All nodes below and including a node, without recursion. */
export function* walkSyntax(root: AnyNode): Generator<AnyNode> {
  const waiting: AnyNode[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    const children: unknown[] = Object.values(node).flat();
    waiting.push(...children.filter(isNode));
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
