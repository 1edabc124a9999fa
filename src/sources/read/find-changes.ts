import type { AnyNode, CallExpression, Program } from "acorn";

import { declaredNames } from "./declared-names.ts";
import type { LineMap } from "./line-map.ts";
import { dottedName, rootName } from "./syntax-names.ts";
import type { ReadUnknown } from "./types.ts";
import { walkSyntax } from "./walk-syntax.ts";

const CHANGING_METHODS =
  /\.(?:copyWithin|fill|pop|push|reverse|shift|sort|splice|unshift|\?)$/;
/** Functions that leave their arguments as they are. */
const HARMLESS_CALLEES =
  /^(?:Object\.(?:freeze|isFrozen|keys|values|entries|fromEntries)|Array\.(?:from|isArray)|JSON\.stringify|console\.\w+|structuredClone|String|Number|Boolean|.*\.(?:concat|includes|indexOf))$/;

/** They hold nothing that a module declares. */
const GLOBALS = /^(?:process|globalThis|global|window)$/;

/** What of a file counts, and what does not. */
export interface ChangeContext {
  /** The constants whose values count. */
  readonly used: ReadonlySet<string>;
  /** The assignments that export something. */
  readonly exports: ReadonlySet<AnyNode>;
}

/**
 * The places at which a file may change what it declared: assignments to members,
 * methods such as `push`, and handing the declared to functions of other files.
 * Rather one too many, since a change that is missed makes a value wrong; only
 * what begins empty and is none of the `used` may be filled.
 */
export function findChanges(
  program: Program,
  place: LineMap,
  { used, exports }: ChangeContext,
): readonly ReadUnknown[] {
  const { scratch, functions } = declaredNames(program);

  function isScratch({
    object,
  }: Extract<AnyNode, { type: "MemberExpression" }>) {
    return (
      object.type === "Identifier" &&
      scratch.has(object.name) &&
      !used.has(object.name)
    );
  }

  function isHarmlessTarget(target: AnyNode): boolean {
    return target.type === "MemberExpression"
      ? isScratch(target) || GLOBALS.test(rootName(target) ?? "")
      : target.type === "Identifier";
  }

  function counts(node: AnyNode): boolean {
    const root = rootName(node.type === "SpreadElement" ? node.argument : node);
    return root !== undefined && used.has(root);
  }

  /** Whether a function of this file, which is judged itself, or none at all. */
  function isOwn(argument: AnyNode): boolean {
    return argument.type === "Identifier"
      ? functions.has(argument.name) || HARMLESS_CALLEES.test(argument.name)
      : argument.type !== "CallExpression" &&
          argument.type !== "MemberExpression";
  }

  function isChangingCall({ callee, arguments: given }: CallExpression) {
    const name = dottedName(callee);
    if (name === "eval") {
      return true;
    }
    if (callee.type === "MemberExpression") {
      if (CHANGING_METHODS.test(name) && !isScratch(callee)) {
        return true;
      }
      if (counts(callee) && !given.every(isOwn)) {
        return true;
      }
    }
    return (
      given.some(counts) && !HARMLESS_CALLEES.test(name) && !functions.has(name)
    );
  }

  function isChange(node: AnyNode): boolean {
    switch (node.type) {
      case "AssignmentExpression":
        return !exports.has(node) && !isHarmlessTarget(node.left);
      case "UpdateExpression":
        return !isHarmlessTarget(node.argument);
      case "UnaryExpression":
        return node.operator === "delete" && !isHarmlessTarget(node.argument);
      case "ForInStatement":
      case "ForOfStatement":
        return (
          node.left.type !== "VariableDeclaration" &&
          !isHarmlessTarget(node.left)
        );
      case "CallExpression":
        return isChangingCall(node);
      case "NewExpression":
        return (
          node.arguments.some(counts) &&
          !/^(?:Map|Set)$/.test(dottedName(node.callee))
        );
      default:
        return false;
    }
  }

  return [...walkSyntax(program)]
    .filter(isChange)
    .map(
      ({ start, end }): ReadUnknown => ({
        kind: "unknown",
        reason: "may change what the file declares",
        place: place(start, end),
      }),
    )
    .toSorted((one, other) => one.place.start - other.place.start);
}
