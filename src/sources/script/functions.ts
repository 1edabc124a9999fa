import type { AnyNode } from "acorn";
import { isConstant, type namesIn } from "./names.ts";
import { namesAt, nodesIn, partsOf, rootOf } from "./syntax.ts";

/** Expressions that must be evaluated where the script does so. */
const HAS_EFFECT =
  /^(?:Call|New|Assignment|Update|Await|Yield|TaggedTemplate|Import)Expression$/;

/** Syntax in a function that does more than use what it is given. */
const IS_MORE =
  /Function|^Class|^(?:Assignment|Update|Await|Yield|New|TaggedTemplate|Import|This)Expression$|^(?:Super|MetaProperty)$/;

/** Maximum length of a function that another file's may call, since they may be nested. */
const MAX_LENGTH = 2_000;

export function isPure(node: AnyNode): boolean {
  return !nodesIn(node).some(hasEffect);
}

/** True for syntax that has an effect itself, whatever its parts have. */
export function hasEffect(node: AnyNode): boolean {
  return (
    HAS_EFFECT.test(node.type) ||
    (node.type === "UnaryExpression" && node.operator === "delete")
  );
}

/**
 * True for a function that changes and returns nothing of the file, so that another file's
 * function may call it: it only uses what it is given, and constants.
 */
export function isHarmless(
  node: AnyNode,
  names: ReturnType<typeof namesIn>,
): boolean {
  if (
    node.type !== "ArrowFunctionExpression" ||
    node.async ||
    node.end - node.start > MAX_LENGTH
  ) {
    return false;
  }
  const given = new Set(namesAt(node.params));
  const all = nodesIn(node);
  const labels = new Set<AnyNode>();
  for (const one of all) {
    const isComputed = "computed" in one && one.computed;
    for (const label of isComputed ? [] : partsOf(one, ["property", "key"])) {
      labels.add(label);
    }
  }
  return all.every((one) => {
    switch (one.type) {
      case "Identifier":
        return (
          given.has(one.name) ||
          labels.has(one) ||
          one.name === "undefined" ||
          isConstant(one, names)
        );
      case "CallExpression":
        return (
          given.has(rootOf(one.callee)) &&
          one.arguments.every(({ type }) => type === "Literal")
        );
      default:
        return one === node || !IS_MORE.test(one.type);
    }
  });
}

/**
 * Finds calls and results of the file's own functions, which may have any value: of those
 * that are only called, and so never by the engine itself.
 */
export function ownFunctions(
  nodes: readonly AnyNode[],
): (node: AnyNode) => boolean {
  const uses = Map.groupBy(nodes, (node) =>
    node.type === "Identifier" ? node.name : "",
  );
  const calls = Map.groupBy(nodes, calledName);
  const own = new Set<AnyNode>();
  for (const node of nodes) {
    const [id, made] =
      node.type === "VariableDeclarator"
        ? [node.id, node.init]
        : [node.type === "FunctionDeclaration" && node.id, node];
    if (node.type === "NewExpression" && calledName(node) === "Promise") {
      for (const one of node.arguments) {
        own.add(one);
      }
    }
    const name = id && id.type === "Identifier" ? id.name : "";
    const called = calls.get(name) ?? [];
    const isFunction = made && /Function/.test(made.type) && name !== "";
    if (isFunction && uses.get(name)?.length === called.length + 1) {
      const body = partsOf(made, ["body"]).flatMap((one) => {
        if (one.type === "BlockStatement") {
          return one.body;
        }
        return [];
      });
      for (const one of [made, ...called, ...body]) {
        own.add(one);
      }
    }
  }
  return (node) => own.has(node) && /^(?:Call|Arrow|Return)/.test(node.type);
}

function calledName(node: AnyNode): string | undefined {
  if ("callee" in node && node.callee.type === "Identifier") {
    return node.callee.name;
  }
  return undefined;
}
