import type { AnyNode, Identifier } from "acorn";

import { walkSyntax } from "./walk-syntax.ts";

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
