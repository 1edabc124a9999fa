import type { AnyNode, Program } from "acorn";

import { walkSyntax } from "./walk-syntax.ts";

const FUNCTIONS: ReadonlySet<string> = new Set([
  "ArrowFunctionExpression",
  "FunctionDeclaration",
  "FunctionExpression",
]);

/**
 * The places at which a CommonJS module may end before all of its statements have
 * run. A last return ends nothing, and functions that follow one are hoisted.
 */
export function earlyReturns({ body }: Program): readonly AnyNode[] {
  const last = body.findLast(({ type }) => type !== "FunctionDeclaration");
  return body.flatMap((statement) =>
    [...walkSyntax(statement, ({ type }) => FUNCTIONS.has(type))].filter(
      (node) => node.type === "ReturnStatement" && node !== last,
    ),
  );
}
