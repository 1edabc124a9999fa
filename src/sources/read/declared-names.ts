import type { AnyNode, Program } from "acorn";

import { namesIn } from "./syntax-names.ts";
import { walkSyntax } from "./walk-syntax.ts";

/** More rounds than aliases of aliases have in any honest file. */
const MOST_ROUNDS = 20;

export interface DeclaredNames {
  /** What begins as an empty list or object wherever it is declared. */
  readonly scratch: ReadonlySet<string>;
  /** The file's own functions, whose bodies are judged themselves. */
  readonly functions: ReadonlySet<string>;
  /** What may hold what counts, or a part of it. */
  readonly holders: ReadonlySet<string>;
}

/**
 * The names that a file declares at any level, as far as they tell something.
 * Scopes are not told apart, so a name is the worst of what it is anywhere.
 *
 * @param counting the names of what counts
 */
export function declaredNames(
  program: Program,
  counting: ReadonlySet<string>,
): DeclaredNames {
  const empty = new Set<string>();
  const functions = new Set<string>();
  const filled = new Set<string>();
  const holders = new Set<string>([...counting, "module", "exports"]);
  const copies: {
    readonly names: ReadonlySet<string>;
    readonly of: ReadonlySet<string>;
  }[] = [];

  function addParameter(node: AnyNode): void {
    for (const name of namesIn(node)) {
      filled.add(name);
      holders.add(name);
    }
  }

  for (const node of walkSyntax(program)) {
    if (node.type === "VariableDeclarator") {
      const names = namesIn(node.id);
      for (const name of names) {
        (isEmpty(node.init) ? empty : filled).add(name);
        if (isFunction(node.init)) {
          functions.add(name);
        }
      }
      if (node.init && !isFunction(node.init)) {
        copies.push({ names, of: namesIn(node.init) });
      }
    } else if (node.type === "FunctionDeclaration" || isFunction(node)) {
      if (node.type === "FunctionDeclaration" && node.id !== null) {
        functions.add(node.id.name);
      }
      node.params.forEach(addParameter);
    } else if (
      node.type === "ForOfStatement" ||
      node.type === "ForInStatement"
    ) {
      addParameter(node.left);
    } else if (node.type === "AssignmentExpression") {
      if (node.left.type === "Identifier") {
        copies.push({ names: namesIn(node.left), of: namesIn(node.right) });
      }
    }
  }
  spread(holders, copies);
  const scratch = [...empty].filter((name) => !filled.has(name));
  return {
    scratch: new Set(scratch),
    functions: new Set([...functions].filter((name) => !holders.has(name))),
    // What is put into them is not followed.
    holders: new Set([...holders, ...scratch]),
  };
}

/** Adds what is made of holders, and what is made of that. */
function spread(
  holders: Set<string>,
  copies: readonly {
    readonly names: ReadonlySet<string>;
    readonly of: ReadonlySet<string>;
  }[],
): void {
  for (let round = 0; ; round++) {
    const before = holders.size;
    for (const { names, of } of copies) {
      if (round === MOST_ROUNDS || [...of].some((name) => holders.has(name))) {
        for (const name of names) {
          holders.add(name);
        }
      }
    }
    if (holders.size === before || round === MOST_ROUNDS) {
      return;
    }
  }
}

function isEmpty(init: AnyNode | null | undefined): boolean {
  return (
    (init?.type === "ArrayExpression" && init.elements.length === 0) ||
    (init?.type === "ObjectExpression" && init.properties.length === 0)
  );
}

/** Whether a node is a function without a declaration of its own. */
export function isFunction(
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
