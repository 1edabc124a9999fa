import type { AnyNode } from "acorn";

/** The name that a chain of members begins with: `chains` of `chains[0].x`. */
export function rootName(node: AnyNode): string | undefined {
  let at: AnyNode = node;
  while (at.type === "MemberExpression") {
    at = at.object;
  }
  return at.type === "Identifier" ? at.name : undefined;
}

/** A chain of members as it is written: `Object.keys`; `?` for unnamed parts. */
export function dottedName(node: AnyNode): string {
  const names: string[] = [];
  let at: AnyNode = node;
  while (at.type === "MemberExpression") {
    const isNamed = at.property.type === "Identifier" && !at.computed;
    names.unshift(
      isNamed && at.property.type === "Identifier" ? at.property.name : "?",
    );
    at = at.object;
  }
  return [at.type === "Identifier" ? at.name : "?", ...names].join(".");
}
