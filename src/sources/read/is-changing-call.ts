import type { AnyNode, CallExpression } from "acorn";

import type { ChangeKnowledge } from "./change-knowledge.ts";
import { borrowsChangingMethod } from "./changing-methods.ts";
import { isFunction } from "./declared-names.ts";
import { isScratch } from "./is-harmless-target.ts";
import { dottedName, rootName, rootOf } from "./syntax-names.ts";

/** A method that is named by a value, and one that is called by another. */
const UNNAMED_METHOD = /\.\?(?:\.(?:apply|bind|call))?$/;
/** Functions and constructors that leave their arguments as they are. */
const HARMLESS =
  /^(?:Object\.(?:freeze|hasOwn|isFrozen|keys|values|entries|fromEntries|prototype\.hasOwnProperty\.call)|Array\.(?:from|isArray|of)|JSON\.stringify|console\.\w+|Math\.\w+|structuredClone|String|Number|Boolean|BigInt|parseInt|parseFloat|isNaN|Map|Set|URL|Error)$/;
/** Texts, lists and objects, whose methods are JavaScript's own. */
const WRITTEN_HERE: ReadonlySet<string> = new Set([
  "ArrayExpression",
  "Literal",
  "ObjectExpression",
  "TemplateLiteral",
]);

/** Whether a call may change what counts, by itself or by what it is given. */
export function isChangingCall(
  { callee, arguments: given }: CallExpression,
  knowledge: ChangeKnowledge,
): boolean {
  const { mayHold } = knowledge;
  const name = dottedName(callee);
  if (name === "eval") {
    return true;
  }
  if (borrowsChangingMethod(callee)) {
    return given.some(mayHold);
  }
  if (marksModule(name, given)) {
    return false;
  }
  if (isMethodOfHeld(callee, knowledge) && callee.type === "MemberExpression") {
    const isChanging =
      UNNAMED_METHOD.test(name) && !isScratch(callee, knowledge);
    return (
      isChanging || given.some((argument) => isForeign(argument, knowledge))
    );
  }
  return !isOwn(callee, knowledge) && given.some(mayHold);
}

/** Whether code that is judged itself, or that changes nothing. */
export function isOwn(
  callee: AnyNode,
  { functions }: ChangeKnowledge,
): boolean {
  return (
    isFunction(callee) ||
    HARMLESS.test(dottedName(callee)) ||
    (callee.type === "Identifier" && functions.has(callee.name))
  );
}

function isMethodOfHeld(
  callee: AnyNode,
  { holders }: ChangeKnowledge,
): boolean {
  if (callee.type !== "MemberExpression") {
    return false;
  }
  const root = rootOf(callee);
  return root.type === "Identifier"
    ? holders.has(root.name)
    : WRITTEN_HERE.has(root.type);
}

/** Whether an argument may be a function of another file. */
function isForeign(argument: AnyNode, knowledge: ChangeKnowledge): boolean {
  const { holders } = knowledge;
  switch (argument.type) {
    case "Identifier":
      return !isOwn(argument, knowledge) && !holders.has(argument.name);
    case "CallExpression":
    case "MemberExpression":
      return (
        !isOwn(argument, knowledge) && !holders.has(rootName(argument) ?? "")
      );
    default:
      return false;
  }
}

/** How compilers mark a module: `Object.defineProperty(exports, "__esModule", …)`. */
function marksModule(name: string, [, key]: readonly AnyNode[]): boolean {
  return (
    name === "Object.defineProperty" &&
    key?.type === "Literal" &&
    key.value === "__esModule"
  );
}
