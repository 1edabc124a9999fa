import type { AnyNode } from "acorn";

import { dottedName } from "./syntax-names.ts";

const MAKES_A_LIST =
  /\.(?:concat|filter|flat|flatMap|map|slice|split|toReversed|toSorted|toSpliced|with)$/;
const LISTS_MEMBERS = /^(?:Array\.from|Object\.(?:entries|keys|values))$/;
/** They give the list itself that they are called for. */
const GIVES_ITSELF = /\.(?:copyWithin|fill|reverse|sort)$/;

/** A long chain is asked for at each of its links. */
const KNOWN = new WeakMap<AnyNode, boolean>();

/** Whether a value is a new list, which may be changed without changing others. */
export function isFresh(node: AnyNode): boolean {
  const known = KNOWN.get(node) ?? makesList(node);
  KNOWN.set(node, known);
  return known;
}

function makesList(node: AnyNode): boolean {
  if (node.type !== "CallExpression") {
    return node.type === "ArrayExpression";
  }
  const { callee } = node;
  const name = dottedName(callee);
  return (
    MAKES_A_LIST.test(name) ||
    LISTS_MEMBERS.test(name) ||
    (GIVES_ITSELF.test(name) &&
      callee.type === "MemberExpression" &&
      isFresh(callee.object))
  );
}
