import type { AnyNode } from "acorn";

import { walkSyntax } from "./walk-syntax.ts";

/** What a chain of members and calls begins with. */
export function rootOf(node: AnyNode): AnyNode {
  let at: AnyNode = node;
  for (;;) {
    if (at.type === "MemberExpression") {
      at = at.object;
    } else if (at.type === "CallExpression") {
      at = at.callee;
    } else if (at.type === "ChainExpression") {
      at = at.expression;
    } else {
      return at;
    }
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
