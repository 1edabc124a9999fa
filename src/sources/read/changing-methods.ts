import type { AnyNode, MemberExpression, VariableDeclarator } from "acorn";

import type { ChangeKnowledge } from "./change-knowledge.ts";
import { isFresh } from "./is-fresh.ts";
import { isScratch } from "./is-harmless-target.ts";
import { namesIn } from "./syntax-names.ts";

const CHANGING_METHODS =
  /^(?:copyWithin|fill|pop|push|reverse|shift|sort|splice|unshift)$/;
/** How a function is called for what is handed to it. */
const CALLS_FOR = /^(?:apply|bind|call)$/;

/** Whether a method is named that changes what it is called for. */
export function isChangingMember(
  node: MemberExpression,
  knowledge: ChangeKnowledge,
): boolean {
  return (
    CHANGING_METHODS.test(memberName(node) ?? "") &&
    !isScratch(node, knowledge) &&
    !isFresh(node.object) &&
    knowledge.mayHold(node.object)
  );
}

/** Whether such a method is taken out of what may hold what counts. */
export function takesChangingMethod(
  { id, init }: VariableDeclarator,
  { mayHold }: ChangeKnowledge,
): boolean {
  return (
    id.type === "ObjectPattern" &&
    [...namesIn(id)].some((name) => CHANGING_METHODS.test(name)) &&
    init != null &&
    mayHold(init)
  );
}

/** `[].push.apply`, which changes no list of its own but the one it is given. */
export function borrowsChangingMethod(callee: AnyNode): boolean {
  return (
    callee.type === "MemberExpression" &&
    callee.object.type === "MemberExpression" &&
    CALLS_FOR.test(memberName(callee) ?? "") &&
    CHANGING_METHODS.test(memberName(callee.object) ?? "")
  );
}

/** The name behind the dot. */
function memberName({
  property,
  computed,
}: MemberExpression): string | undefined {
  return property.type === "Identifier" && !computed
    ? property.name
    : undefined;
}
