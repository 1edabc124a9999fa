import type { AnyNode, Program } from "acorn";

import { type DeclaredNames, declaredNames } from "./declared-names.ts";
import { mentionsOf } from "./mentions.ts";
import { rootOf } from "./syntax-names.ts";

/** What of a file counts, and what does not. */
export interface ChangeContext {
  /** The constants whose values count. */
  readonly used: ReadonlySet<string>;
  /** The assignments that export something. */
  readonly exports: ReadonlySet<AnyNode>;
}

/** What is known of a file by which a change in it is told. */
export interface ChangeKnowledge
  extends ChangeContext,
    Pick<DeclaredNames, "scratch" | "functions" | "holders"> {
  /** Whether an expression may hold what counts. */
  mayHold(node: AnyNode): boolean;
}

export function changeKnowledge(
  program: Program,
  context: ChangeContext,
): ChangeKnowledge {
  const { identifiers, ...names } = declaredNames(program, context.used);
  const mentions = mentionsOf(identifiers, names.holders);
  return {
    ...context,
    ...names,
    mayHold: (node) => mentions(node) || rootOf(node).type === "ThisExpression",
  };
}
