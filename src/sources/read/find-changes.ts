import type {
  AnyNode,
  CallExpression,
  MemberExpression,
  Program,
  VariableDeclarator,
} from "acorn";

import { declaredNames, isFunction } from "./declared-names.ts";
import { earlyReturns } from "./early-returns.ts";
import { isFresh } from "./is-fresh.ts";
import type { LineMap } from "./line-map.ts";
import { mentionsOf } from "./mentions.ts";
import { dottedName, namesIn, rootName, rootOf } from "./syntax-names.ts";
import type { ReadUnknown } from "./types.ts";
import { walkSyntax } from "./walk-syntax.ts";

const CHANGING_METHODS =
  /^(?:copyWithin|fill|pop|push|reverse|shift|sort|splice|unshift)$/;
/** A method that is named by a value, and one that is called by another. */
const UNNAMED_METHOD = /\.\?(?:\.(?:apply|bind|call))?$/;
/** How a function is called for what is handed to it. */
const CALLS_FOR = /^(?:apply|bind|call)$/;
/** Functions and constructors that leave their arguments as they are. */
const HARMLESS =
  /^(?:Object\.(?:freeze|hasOwn|isFrozen|keys|values|entries|fromEntries|prototype\.hasOwnProperty\.call)|Array\.(?:from|isArray|of)|JSON\.stringify|console\.\w+|Math\.\w+|structuredClone|String|Number|Boolean|BigInt|parseInt|parseFloat|isNaN|Map|Set|URL|Error)$/;
/** They hold nothing that a module declares. */
const GLOBALS = /^(?:process|globalThis|global|window)$/;

/** Texts, lists and objects, whose methods are JavaScript's own. */
const WRITTEN_HERE: ReadonlySet<string> = new Set([
  "ArrayExpression",
  "Literal",
  "ObjectExpression",
  "TemplateLiteral",
]);

/** What of a file counts, and what does not. */
export interface ChangeContext {
  /** The constants whose values count. */
  readonly used: ReadonlySet<string>;
  /** The assignments that export something. */
  readonly exports: ReadonlySet<AnyNode>;
}

/**
 * The places at which a file may change what it declared: assignments to members,
 * methods such as `push`, handing the declared to functions of other files, and
 * returns, after which nothing counts.
 * Rather one too many, since a change that is missed makes a value wrong; only
 * what begins empty and is none of the `used` may be filled.
 */
export function findChanges(
  program: Program,
  place: LineMap,
  { used, exports }: ChangeContext,
): readonly ReadUnknown[] {
  const { identifiers, scratch, functions, holders } = declaredNames(
    program,
    used,
  );
  const mentions = mentionsOf(identifiers, holders);

  function isScratch({ object }: MemberExpression): boolean {
    return (
      object.type === "Identifier" &&
      scratch.has(object.name) &&
      !used.has(object.name)
    );
  }

  /** Whether assigning to it leaves alone what counts. */
  function isHarmlessTarget(target: AnyNode): boolean {
    return target.type === "MemberExpression"
      ? isScratch(target) || GLOBALS.test(rootName(target) ?? "")
      : target.type === "Identifier";
  }

  function mayHold(node: AnyNode): boolean {
    return mentions(node) || rootOf(node).type === "ThisExpression";
  }

  /** Whether a method is named that changes what it is called for. */
  function isChangingMember(node: MemberExpression): boolean {
    return (
      CHANGING_METHODS.test(memberName(node) ?? "") &&
      !isScratch(node) &&
      !isFresh(node.object) &&
      mayHold(node.object)
    );
  }

  function takesChangingMethod({ id, init }: VariableDeclarator): boolean {
    return (
      id.type === "ObjectPattern" &&
      [...namesIn(id)].some((name) => CHANGING_METHODS.test(name)) &&
      init != null &&
      mayHold(init)
    );
  }

  /** Whether code that is judged itself, or that changes nothing. */
  function isOwn(callee: AnyNode): boolean {
    return (
      isFunction(callee) ||
      HARMLESS.test(dottedName(callee)) ||
      (callee.type === "Identifier" && functions.has(callee.name))
    );
  }

  function isMethodOfHeld(callee: AnyNode): boolean {
    if (callee.type !== "MemberExpression") {
      return false;
    }
    const root = rootOf(callee);
    return root.type === "Identifier"
      ? holders.has(root.name)
      : WRITTEN_HERE.has(root.type);
  }

  function isChangingCall({ callee, arguments: given }: CallExpression) {
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
    if (isMethodOfHeld(callee) && callee.type === "MemberExpression") {
      const isChanging = UNNAMED_METHOD.test(name) && !isScratch(callee);
      return isChanging || given.some(isForeign);
    }
    return !isOwn(callee) && given.some(mayHold);
  }

  /** Whether an argument may be a function of another file. */
  function isForeign(argument: AnyNode): boolean {
    switch (argument.type) {
      case "Identifier":
        return !isOwn(argument) && !holders.has(argument.name);
      case "CallExpression":
      case "MemberExpression":
        return !isOwn(argument) && !holders.has(rootName(argument) ?? "");
      default:
        return false;
    }
  }

  function isChange(node: AnyNode): boolean {
    switch (node.type) {
      case "MemberExpression":
        return isChangingMember(node);
      case "VariableDeclarator":
        return takesChangingMethod(node);
      case "WithStatement":
        return mayHold(node.object);
      case "AssignmentExpression":
        return (
          !exports.has(node) &&
          (!isHarmlessTarget(node.left) ||
            (node.left.type === "MemberExpression" &&
              !isScratch(node.left) &&
              mayHold(node.right)))
        );
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
        return !isOwn(node.callee) && node.arguments.some(mayHold);
      case "TaggedTemplateExpression":
        return !isOwn(node.tag) && mayHold(node.quasi);
      default:
        return false;
    }
  }

  function at(reason: string) {
    return ({ start, end }: AnyNode): ReadUnknown => ({
      kind: "unknown",
      reason,
      place: place(start, end),
    });
  }

  return [
    ...[...walkSyntax(program)]
      .filter(isChange)
      .map(at("may change the chains after they are declared")),
    ...earlyReturns(program).map(
      at("may end the file before all of its code has run"),
    ),
  ].toSorted((one, other) => one.place.start - other.place.start);
}

/** `[].push.apply`, which changes no list of its own but the one it is given. */
function borrowsChangingMethod(callee: AnyNode): boolean {
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

/** How compilers mark a module: `Object.defineProperty(exports, "__esModule", …)`. */
function marksModule(name: string, [, key]: readonly AnyNode[]): boolean {
  return (
    name === "Object.defineProperty" &&
    key?.type === "Literal" &&
    key.value === "__esModule"
  );
}
