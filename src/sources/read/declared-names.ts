import type { AnyNode, Program } from "acorn";

import { walkSyntax } from "./walk-syntax.ts";

export interface DeclaredNames {
  /** What begins as an empty list or object wherever it is declared. */
  readonly scratch: ReadonlySet<string>;
  /** The file's own functions. */
  readonly functions: ReadonlySet<string>;
}

/** The names that a file declares at any level, as far as they tell something. */
export function declaredNames(program: Program): DeclaredNames {
  const empty = new Set<string>();
  const functions = new Set<string>();
  const others = new Set<string>();
  for (const node of walkSyntax(program)) {
    if (node.type === "VariableDeclarator" && node.id.type === "Identifier") {
      const { name } = node.id;
      (isEmpty(node.init) ? empty : others).add(name);
      if (isFunction(node.init)) {
        functions.add(name);
      }
    }
    if (node.type === "FunctionDeclaration" && node.id !== null) {
      functions.add(node.id.name);
    }
    if (node.type === "FunctionDeclaration" || isFunction(node)) {
      for (const parameter of node.params) {
        for (const part of walkSyntax(parameter)) {
          if (part.type === "Identifier") {
            others.add(part.name);
          }
        }
      }
    }
  }
  const scratch = new Set([...empty].filter((name) => !others.has(name)));
  return { scratch, functions };
}

function isEmpty(init: AnyNode | null | undefined): boolean {
  return (
    (init?.type === "ArrayExpression" && init.elements.length === 0) ||
    (init?.type === "ObjectExpression" && init.properties.length === 0)
  );
}

function isFunction(
  node: AnyNode | null | undefined,
): node is Extract<
  AnyNode,
  { type: "ArrowFunctionExpression" | "FunctionExpression" }
> {
  return (
    node?.type === "ArrowFunctionExpression" ||
    node?.type === "FunctionExpression"
  );
}
