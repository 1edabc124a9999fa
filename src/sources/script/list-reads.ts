import type { AnyNode } from "acorn";
import { HELPER } from "./engine/prelude.ts";
import { nodesIn, type PartNames, partsOf } from "./syntax.ts";

const EXPORTS = /^(?:module\.exports|exports)(?:\.[\w$]+)?$/;
const EXPORTER = /^(?:module|exports|arguments)$/;
/** The parts of a syntax that are names themselves, unless they are computed. */
const NAMES: PartNames = {
  MemberExpression: ["property"],
  MethodDefinition: ["key"],
  Property: ["key"],
  PropertyDefinition: ["key"],
};

/** The name of a list that gets more items. */
export function listOfPush(node: AnyNode) {
  const callee = node.type === "CallExpression" ? node.callee : undefined;
  if (callee?.type !== "MemberExpression" || callee.computed) {
    return undefined;
  }
  const { object, property } = callee;
  const isPush = property.type === "Identifier" && property.name === "push";
  return isPush && object.type === "Identifier" ? object : undefined;
}

/**
 * Finds the uses of names that are neither a change of its value, nor an export that
 * nobody reads. Each has the text to write before it, so that the engine notices.
 */
export function readsOf(
  names: ReadonlySet<string>,
  nodes: readonly AnyNode[],
  textOf: (node: AnyNode) => string,
): ReadonlyMap<AnyNode, string> {
  const reads = new Map<AnyNode, string>();
  if (names.size === 0) {
    return reads;
  }
  const others = new Set([
    ...nodes.flatMap(namesWithin),
    ...exportedBy(nodes, textOf),
  ]);
  for (const node of nodes) {
    // A shorthand property is a name and a value in the same place.
    const value =
      node.type === "Property" && node.shorthand ? node.value : node;
    const isRead = value.type === "Identifier" && !others.has(value);
    if (isRead && names.has(value.name) && !reads.has(value)) {
      const name = value === node ? "" : `${value.name}: `;
      reads.set(value, `${name} ${HELPER}.read((`);
    }
  }
  return reads;
}

/** The names in a syntax that are not read: those of members, declarations and lists. */
function namesWithin(node: AnyNode): readonly (AnyNode | undefined)[] {
  switch (node.type) {
    case "VariableDeclarator":
      return [node.id];
    case "ExportSpecifier":
      return [node.local, node.exported];
    case "ExpressionStatement": {
      const { expression } = node;
      const names: (AnyNode | undefined)[] = [listOfPush(expression)];
      if (
        expression.type === "AssignmentExpression" &&
        expression.left.type === "MemberExpression"
      ) {
        names.push(...partsOf(expression.left, ["object"]));
      }
      return names;
    }
    default:
      if ("computed" in node && node.computed) {
        return [];
      }
      return partsOf(node, NAMES[node.type]);
  }
}

/** The names that are only exported. None, if the file may read its exports. */
function exportedBy(
  nodes: readonly AnyNode[],
  textOf: (node: AnyNode) => string,
): readonly AnyNode[] {
  const values: AnyNode[] = [];
  const targets = new Set<AnyNode>();
  for (const node of nodes) {
    if (node.type === "ExportDefaultDeclaration") {
      values.push(node.declaration);
    }
    if (
      node.type === "ExpressionStatement" &&
      node.expression.type === "AssignmentExpression" &&
      EXPORTS.test(textOf(node.expression.left))
    ) {
      values.push(node.expression.right);
      for (const part of nodesIn(node.expression.left)) {
        targets.add(part);
      }
    }
  }
  const isRead = nodes.some(
    (node) =>
      node.type === "ThisExpression" ||
      (node.type === "Identifier" &&
        EXPORTER.test(node.name) &&
        !targets.has(node)),
  );
  if (isRead) {
    return [];
  }
  const properties = values.flatMap((node) => partsOf(node, ["properties"]));
  return [...values, ...properties.flatMap((part) => partsOf(part, ["value"]))];
}
