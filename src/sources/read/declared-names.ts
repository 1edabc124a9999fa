import type { AnyNode, CallExpression, Identifier, Program } from "acorn";

import { isFresh } from "./is-fresh.ts";
import { mentionsOf } from "./mentions.ts";
import { identifiersIn, namesIn } from "./syntax-names.ts";
import { walkSyntax } from "./walk-syntax.ts";

/** More rounds than lists made of others have in any honest file. */
const MOST_ROUNDS = 100;

export interface DeclaredNames {
  /** All names of the file, where they stand, in its order. */
  readonly identifiers: readonly Identifier[];
  /** What begins as an empty list or object wherever it is declared. */
  readonly scratch: ReadonlySet<string>;
  /** The file's own functions, whose bodies are judged themselves. */
  readonly functions: ReadonlySet<string>;
  /** What may hold what counts, or a part of it, or give it when it is called. */
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
  const holders = new Set<string>([
    ...counting,
    "arguments",
    "exports",
    "module",
  ]);
  const copies: Copy[] = [];
  const gifts: Copy[] = [];
  const accumulators = new Set<AnyNode>();

  function addParameter(node: AnyNode): void {
    for (const name of namesIn(node)) {
      (accumulators.has(node) ? empty : filled).add(name);
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
      if (isFunction(node.init)) {
        gifts.push({ names, of: given(node.init) });
      } else if (node.init) {
        copies.push({ names, of: [node.init] });
      }
    } else if (node.type === "FunctionDeclaration" || isFunction(node)) {
      if (node.type === "FunctionDeclaration" && node.id !== null) {
        functions.add(node.id.name);
        gifts.push({ names: namesIn(node.id), of: given(node) });
      }
      node.params.forEach(addParameter);
    } else if (
      node.type === "ForOfStatement" ||
      node.type === "ForInStatement"
    ) {
      addParameter(node.left);
    } else if (node.type === "CatchClause" && node.param) {
      addParameter(node.param);
    } else if (node.type === "ClassDeclaration" && node.id !== null) {
      gifts.push({ names: namesIn(node.id), of: [node.body] });
    } else if (node.type === "CallExpression") {
      const accumulator = emptyAccumulator(node);
      if (accumulator !== undefined) {
        accumulators.add(accumulator);
      }
    } else if (node.type === "AssignmentExpression") {
      if (node.left.type === "Identifier") {
        copies.push({ names: namesIn(node.left), of: [node.right] });
      }
    }
  }
  const identifiers = identifiersIn(program);
  spread(holders, copies, identifiers);
  const scratch = [...empty].filter((name) => !filled.has(name));
  const own = [...functions].filter((name) => !holders.has(name));
  spread(holders, [...copies, ...gifts], identifiers);
  return {
    identifiers,
    scratch: new Set(scratch),
    functions: new Set(own),
    // What is put into them is not followed.
    holders: new Set([...holders, ...scratch]),
  };
}

type FunctionNode = Extract<
  AnyNode,
  { readonly params: unknown; readonly body: unknown }
>;

/** Names that may stand for what is mentioned in a piece of code. */
interface Copy {
  readonly names: ReadonlySet<string>;
  readonly of: readonly AnyNode[];
}

/** What a function gives, but what it makes anew. */
function given({ body }: FunctionNode): readonly AnyNode[] {
  const parts =
    body.type === "BlockStatement"
      ? [...walkSyntax(body, hasOwnReturns)].flatMap((part) =>
          part.type === "ReturnStatement" && part.argument
            ? [part.argument]
            : [],
        )
      : [body];
  return parts.filter((part) => !isFresh(part));
}

function hasOwnReturns(node: AnyNode): boolean {
  return node.type === "FunctionDeclaration" || isFunction(node);
}

/** What `reduce` begins with nothing in: `all` of `reduce((all, c) => …, {})`. */
function emptyAccumulator({
  callee,
  arguments: [reducer, start],
}: CallExpression): AnyNode | undefined {
  const isReduce =
    callee.type === "MemberExpression" &&
    callee.property.type === "Identifier" &&
    callee.property.name === "reduce";
  const parameter = isFunction(reducer) ? reducer.params[0] : undefined;
  return isReduce && isEmpty(start) && parameter?.type === "Identifier"
    ? parameter
    : undefined;
}

/** Adds what is made of holders, and what is made of that. */
function spread(
  holders: Set<string>,
  copies: readonly Copy[],
  identifiers: readonly Identifier[],
): void {
  for (let round = 0; ; round++) {
    const before = holders.size;
    const mentions = mentionsOf(identifiers, holders);
    const holds = (node: AnyNode) =>
      node.type === "Identifier" ? holders.has(node.name) : mentions(node);
    for (const { names, of } of copies) {
      if (round === MOST_ROUNDS || of.some(holds)) {
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
