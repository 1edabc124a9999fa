import type { AnyNode, Program } from "acorn";
import {
  type ChangeContext,
  type ChangeKnowledge,
  changeKnowledge,
  isChangingCall,
  isChangingMember,
  isHarmlessTarget,
  isOwn,
  isScratch,
  takesChangingMethod,
} from "./changing-calls.ts";
import { type LineMap, walkSyntax } from "./syntax.ts";
import type { ReadUnknown } from "./values.ts";

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
  context: ChangeContext,
): readonly ReadUnknown[] {
  const knowledge = changeKnowledge(program, context);
  const at =
    (reason: string) =>
    ({ start, end }: AnyNode): ReadUnknown => ({
      kind: "unknown",
      reason,
      place: place(start, end),
    });
  return [
    ...[...walkSyntax(program)]
      .filter((node) => isChange(node, knowledge))
      .map(at("may change the chains after they are declared")),
    ...earlyReturns(program).map(
      at("may end the file before all of its code has run"),
    ),
  ].toSorted((one, other) => one.place.start - other.place.start);
}

function isChange(node: AnyNode, knowledge: ChangeKnowledge): boolean {
  const { exports, mayHold } = knowledge;
  switch (node.type) {
    case "MemberExpression":
      return isChangingMember(node, knowledge);
    case "VariableDeclarator":
      return takesChangingMethod(node, knowledge);
    case "WithStatement":
      return mayHold(node.object);
    case "AssignmentExpression":
      return (
        !exports.has(node) &&
        (!isHarmlessTarget(node.left, knowledge) ||
          (node.left.type === "MemberExpression" &&
            !isScratch(node.left, knowledge) &&
            mayHold(node.right)))
      );
    case "UpdateExpression":
      return !isHarmlessTarget(node.argument, knowledge);
    case "UnaryExpression":
      return (
        node.operator === "delete" &&
        !isHarmlessTarget(node.argument, knowledge)
      );
    case "ForInStatement":
    case "ForOfStatement":
      return (
        node.left.type !== "VariableDeclaration" &&
        !isHarmlessTarget(node.left, knowledge)
      );
    case "CallExpression":
      return isChangingCall(node, knowledge);
    case "NewExpression":
      return !isOwn(node.callee, knowledge) && node.arguments.some(mayHold);
    case "TaggedTemplateExpression":
      return !isOwn(node.tag, knowledge) && mayHold(node.quasi);
    default:
      return false;
  }
}

const FUNCTIONS: ReadonlySet<string> = new Set([
  "ArrowFunctionExpression",
  "FunctionDeclaration",
  "FunctionExpression",
]);

/**
 * The places at which a CommonJS module may end before all of its statements have
 * run. A last return ends nothing, and functions that follow one are hoisted.
 */
function earlyReturns({ body }: Program): readonly AnyNode[] {
  const last = body.findLast(({ type }) => type !== "FunctionDeclaration");
  return body.flatMap((statement) =>
    [...walkSyntax(statement, ({ type }) => FUNCTIONS.has(type))].filter(
      (node) => node.type === "ReturnStatement" && node !== last,
    ),
  );
}
