import type { AnyNode, MemberExpression } from "acorn";

import type { ChangeKnowledge } from "./change-knowledge.ts";
import { rootName } from "./syntax-names.ts";

/** They hold nothing that a module declares. */
const GLOBALS = /^(?:process|globalThis|global|window)$/;

/** Whether assigning to it leaves alone what counts. */
export function isHarmlessTarget(
  target: AnyNode,
  knowledge: ChangeKnowledge,
): boolean {
  return target.type === "MemberExpression"
    ? isScratch(target, knowledge) || GLOBALS.test(rootName(target) ?? "")
    : target.type === "Identifier";
}

/** Whether a member is of what begins empty and does not count. */
export function isScratch(
  { object }: MemberExpression,
  { scratch, used }: ChangeKnowledge,
): boolean {
  return (
    object.type === "Identifier" &&
    scratch.has(object.name) &&
    !used.has(object.name)
  );
}
