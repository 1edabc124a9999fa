import type {
  AnyNode,
  AssignmentExpression,
  CallExpression,
  NewExpression,
  Program,
} from "acorn";
import { untrustedText } from "../../base/untrusted-text.ts";
import { type ScriptNames, SHARED, scriptNames } from "./names.ts";
import {
  CALLING_FUNCTION,
  CALLING_METHODS,
  CHANGING_METHODS,
  COPYING_FUNCTION,
  COPYING_METHODS,
  isFresh,
  isString,
  marksModule,
  READING_FUNCTION,
  READING_METHODS,
  SORTING_METHODS,
} from "./read-only.ts";
import {
  dottedName,
  isFunction,
  type LineMap,
  methodOf,
  targetsIn,
  walkSyntax,
} from "./syntax.ts";
import type { ReadUnknown } from "./values.ts";

/** What the chains were read from. */
export interface UsedParts {
  /** The constants that are lists or objects. */
  readonly constants: ReadonlySet<string>;
  /** The environment variables with a default. */
  readonly variables: ReadonlySet<string>;
  /** The assignments that export something. */
  readonly exports: ReadonlySet<AnyNode>;
}

/**
 * Finds the places that may change the constants of a script: a member is assigned, a
 * method is called that is not known to be read-only, or a related value is passed to a
 * function that is not known. A `return` that may end the script early is one, too.
 * Arrays and objects that the script creates itself may be changed.
 */
export function findChanges(
  program: Program,
  place: LineMap,
  used: UsedParts,
): readonly ReadUnknown[] {
  const names = scriptNames(program, used.constants);
  const reasonOf = judge(names, used);
  const changes = names.nodes.flatMap((node) => {
    const reason = reasonOf(node);
    return reason === undefined ? [] : [{ node, reason }];
  });
  return [...changes, ...earlyReturns(program)]
    .map(({ node: { start, end }, reason }): ReadUnknown => {
      return { kind: "unknown", reason, place: place(start, end) };
    })
    .toSorted((one, other) => one.place.start - other.place.start);
}

/** Nothing is skipped by a last return, or one before functions, which are hoisted. */
function earlyReturns({ body }: Program) {
  const last = body.findLast(({ type }) => type !== "FunctionDeclaration");
  const reason = "may return before the end of the file";
  return body
    .flatMap((statement) => [...walkSyntax(statement, isFunction)])
    .filter((node) => node.type === "ReturnStatement" && node !== last)
    .map((node) => ({ node, reason }));
}

const ASSIGNS = "may change the chains: it assigns to a member, or deletes one";
const SHARES = "may change the chains: it makes them available to other files";
const PASSES_ON =
  "may change the chains: it passes them to a function that is not known";
/** Global objects, whose members may be assigned. */
const GLOBAL = /^(?:global|globalThis|process|window)\./;
/** The maximum number of chained calls that are looked through. */
const MAX_CALLS = 10;
const MAX_NAME = 60;

/** Returns a function that tells why a node may change a constant, if it may. */
function judge(
  { declared, functions, fresh, members, related }: ScriptNames,
  { variables, exports }: UsedParts,
): (node: AnyNode) => string | undefined {
  const isRelated = (node: AnyNode) => related.has(node);

  /** Whether a node is a built-in function, and the script declares no such name. */
  function isOneOf(test: RegExp, node: AnyNode): boolean {
    const name = dottedName(node);
    return test.test(name) && !declared.has(name.split(".", 1)[0] ?? "");
  }

  /** Whether a function is read-only, or the script's own, whose body is checked. */
  function isKnown(node: AnyNode | undefined): boolean {
    return (
      node === undefined ||
      node.type === "Literal" ||
      isFunction(node) ||
      (node.type === "Identifier" && functions.has(node.name)) ||
      isOneOf(READING_FUNCTION, node)
    );
  }

  /** Whether a value was created by the script. Its items may be shared. */
  function isOwn(node: AnyNode, calls = 0): boolean {
    if (node.type !== "CallExpression" || calls === MAX_CALLS) {
      return node.type === "Identifier"
        ? fresh.has(node.name)
        : isFresh(node) || isString(node);
    }
    const { callee } = node;
    const method = methodOf(node) ?? "";
    const isCopy = COPYING_METHODS.has(method);
    return (
      // Only strings have this method.
      method === "split" ||
      isOneOf(COPYING_FUNCTION, callee) ||
      (callee.type === "MemberExpression" &&
        ((isCopy && isRelated(callee.object)) ||
          ((isCopy || SORTING_METHODS.has(method)) &&
            isOwn(callee.object, calls + 1))))
    );
  }

  function judgeTarget(target: AnyNode): string | undefined {
    const member =
      target.type === "ChainExpression" ? target.expression : target;
    if (member.type !== "MemberExpression" || isOwn(member.object)) {
      return undefined;
    }
    const name = dottedName(member);
    const [, variable = ""] = /^process\.env\.(.+)$/.exec(name) ?? [];
    return variables.has(variable) || (variable === "?" && variables.size > 0)
      ? "sets an environment variable that a value is read from"
      : GLOBAL.test(name)
        ? undefined
        : ASSIGNS;
  }

  function judgeAssignment({ left, right }: AssignmentExpression) {
    const targets = targetsIn(left);
    const isKept = targets.every((target) =>
      target.type === "Identifier"
        ? declared.has(target.name) || SHARED.includes(target.name)
        : target.type === "MemberExpression" && isOwn(target.object),
    );
    return (
      targets.map(judgeTarget).find((reason) => reason !== undefined) ??
      (isRelated(right) && !isKept ? SHARES : undefined)
    );
  }

  function judgeCall(call: CallExpression | NewExpression): string | undefined {
    const { callee, arguments: given } = call;
    if (dottedName(callee) === "eval") {
      return "may change the chains: it evaluates a string as code";
    }
    if (marksModule(call) || !isRelated(call)) {
      return undefined;
    }
    if (isOneOf(READING_FUNCTION, callee)) {
      return isOneOf(CALLING_FUNCTION, callee) && !isKnown(given[1])
        ? PASSES_ON
        : undefined;
    }
    if (callee.type !== "MemberExpression") {
      return isKnown(callee) || !given.some(isRelated) ? undefined : PASSES_ON;
    }
    const method = methodOf(call) ?? "";
    const isList = isOwn(callee.object) || isRelated(callee.object);
    const isListed =
      !members.has(method) &&
      (READING_METHODS.has(method) ||
        (CHANGING_METHODS.has(method) && isOwn(callee.object)));
    if (isList && !isListed) {
      const shown = untrustedText(method, { maxLength: MAX_NAME });
      return `may change the chains: it calls ${shown === "" ? "a method" : `${shown}()`}, which is not known to be read-only`;
    }
    return isList && (!CALLING_METHODS.has(method) || isKnown(given[0]))
      ? undefined
      : PASSES_ON;
  }

  return (node) => {
    switch (node.type) {
      case "AssignmentExpression":
        return exports.has(node) ? undefined : judgeAssignment(node);
      case "UpdateExpression":
        return judgeTarget(node.argument);
      case "UnaryExpression":
        return node.operator === "delete"
          ? judgeTarget(node.argument)
          : undefined;
      case "ForInStatement":
      case "ForOfStatement":
        return targetsIn(node.left)
          .map(judgeTarget)
          .find((reason) => reason !== undefined);
      case "CallExpression":
      case "NewExpression":
        return judgeCall(node);
      case "TaggedTemplateExpression":
        return isRelated(node) && !isKnown(node.tag) ? PASSES_ON : undefined;
      case "WithStatement":
        return ASSIGNS;
      default:
        return undefined;
    }
  };
}
