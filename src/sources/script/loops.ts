import type { AnyNode, CallExpression } from "acorn";
import { HELPER } from "./engine/prelude.ts";
import { hasEffect } from "./functions.ts";
import type { namesIn } from "./names.ts";
import {
  ASSIGNED,
  DECLARED,
  nameOf,
  namesAt,
  nodesIn,
  partsOf,
  rootOf,
} from "./syntax.ts";

/** Calls that change nothing of a file. */
const CHANGES_NOTHING =
  /^(?:console\.\w+|Object\.(?:keys|values|entries)|String|Number|Boolean|JSON\.stringify)$/;
/** Syntax in a loop that may change more than can be told. */
const CHANGES_MORE =
  /Function|^Class|^(?:New|Yield|Await|TaggedTemplate|Import)Expression$|^(?:Return|Labeled|Try|With)Statement$/;
/** Names by which the use of a value runs code of the file. */
const RUNS_CODE =
  /^(?:Proxy|definePropert(?:y|ies)|__\w+__|toString|valueOf|toJSON|toPrimitive|iterator|setPrototypeOf)$/;
/** Maximum size of the syntax in loops, which may be nested. */
const MAX_VISITED = 1_000_000;

/** The changes by loops that run any number of times. */
export interface Loops {
  /**
   * A function in the script that forgets what a loop changes. There is none if a loop may
   * change more than variables, and literals that have a name.
   */
  forgetting(loop: AnyNode): string | undefined;
  /** The lists and objects of names by which a loop may change them. */
  readonly opened: readonly AnyNode[];
}

interface Changes {
  /** Variables that are assigned. */
  readonly variables: Set<string>;
  /** Names of lists that get more items. */
  readonly lists: Set<string>;
  /** Names of objects whose members are assigned. */
  readonly objects: Set<string>;
}

/**
 * @param nodes the whole syntax of a script
 * @param names all names of it
 */
export function followLoops(
  nodes: readonly AnyNode[],
  { declared, assigned }: ReturnType<typeof namesIn>,
  text: string,
): Loops {
  const textOf = ({ start, end }: AnyNode) => text.slice(start, end);
  const uses = Map.groupBy(nodes, (node) =>
    node.type === "Identifier" ? node.name : "",
  );
  /** Names of other files' values. */
  const elsewhere = new Set(
    nodes
      .filter(
        (node) =>
          /^Import\w*Specifier$/.test(node.type) ||
          (node.type === "VariableDeclarator" &&
            node.init &&
            /^require\(/.test(textOf(node.init))),
      )
      .flatMap((node) => namesAt(partsOf(node, DECLARED[node.type]))),
  );
  const isFollowed = !nodes.some(runsCode);
  let visited = 0;
  const harmless = new Map<AnyNode, boolean>();
  const known = new Map<AnyNode, Changes>();
  const changed = new Set<string>();
  for (const loop of nodes.filter(isLoop)) {
    const changes = isFollowed ? changesOf(loop) : undefined;
    if (changes !== undefined) {
      known.set(loop, changes);
      for (const name of [...changes.lists, ...changes.objects]) {
        changed.add(name);
      }
    }
  }

  function literalsOf(name: string): readonly AnyNode[] {
    const all = declared.get(name) ?? [];
    return all
      .flatMap(({ node }) => partsOf(node, ["init"]))
      .filter(({ type }) => /^(?:Array|Object)Expression$/.test(type));
  }

  /**
   * True for a call of JavaScript's functions, of another file's without own objects, and
   * of an own function that changes nothing.
   */
  function changesNothing({
    callee,
    arguments: given,
  }: CallExpression): boolean {
    const root = rootOf(callee);
    const [first, ...others] = declared.get(root) ?? [];
    if (first === undefined) {
      return CHANGES_NOTHING.test(textOf(callee));
    }
    if (others.length > 0 || assigned.has(root)) {
      return false;
    }
    if (elsewhere.has(root)) {
      return given.every(({ type }) => /^(?:Template)?Literal$/.test(type));
    }
    const made = functionOf(first.node, root);
    return callee.type === "Identifier" && made ? isHarmless(made) : false;
  }

  function isHarmless(made: AnyNode): boolean {
    const known = harmless.get(made);
    if (known !== undefined) {
      return known;
    }
    // A function that calls itself is not followed.
    harmless.set(made, false);
    const all = visited > MAX_VISITED ? [] : nodesIn(made);
    visited += all.length;
    const isOne = all.length > 0 && all.every(isHarmlessPart);
    harmless.set(made, isOne);
    return isOne;
  }

  function isHarmlessPart(node: AnyNode, index: number): boolean {
    if (node.type === "CallExpression") {
      return changesNothing(node);
    }
    // The first one is the function itself.
    const isInner = index > 0 && /Function|^Class/.test(node.type);
    return !isInner && !hasEffect(node);
  }

  function changesOf(loop: AnyNode): Changes | undefined {
    const changes: Changes = {
      variables: new Set(),
      lists: new Set(),
      objects: new Set(),
    };
    const { variables, lists, objects } = changes;
    const locals = new Set<string>();
    const all = visited > MAX_VISITED ? [] : nodesIn(loop);
    visited += all.length;
    for (const node of all) {
      for (const part of partsOf(node, ASSIGNED[node.type])) {
        if (part.type === "Identifier") {
          variables.add(part.name);
        } else if (
          part.type === "MemberExpression" &&
          part.object.type === "Identifier"
        ) {
          objects.add(part.object.name);
        } else if (part.type !== "VariableDeclaration") {
          return undefined;
        }
      }
      if (node.type === "VariableDeclaration") {
        const names = node.kind === "var" ? variables : locals;
        for (const name of namesAt(node.declarations.map(({ id }) => id))) {
          names.add(name);
        }
      }
      if (node.type === "CallExpression" && !changesNothing(node)) {
        const list = listOfPush(node);
        if (list === undefined) {
          return undefined;
        }
        lists.add(list.name);
      }
      const isMore =
        CHANGES_MORE.test(node.type) ||
        ("label" in node && node.label) ||
        ("await" in node && node.await) ||
        (node.type === "UnaryExpression" && node.operator === "delete");
      if (isMore) {
        return undefined;
      }
    }
    const isOutside = ({ start, end }: AnyNode) =>
      start < loop.start || end > loop.end;
    for (const name of locals) {
      const isAmbiguous =
        variables.has(name) && uses.get(name)?.some(isOutside) === true;
      if (lists.has(name) || objects.has(name) || isAmbiguous) {
        return undefined;
      }
      variables.delete(name);
    }
    return all.length > 0 ? changes : undefined;
  }

  return {
    opened: [...changed].flatMap(literalsOf),
    forgetting(loop) {
      const changes = known.get(loop);
      if (changes === undefined) {
        return undefined;
      }
      const { variables, lists, objects } = changes;
      const [value, forget] = [`${HELPER}Value`, `${HELPER}Forget`];
      const all = [
        ...[...variables].map((name) => `${name} = ${value};`),
        ...[...lists].map((name) => `${forget}(${name}, true);`),
        ...[...objects].map((name) => `${forget}(${name}, false);`),
      ];
      return `(${value}, ${forget}) => { ${all.join(" ")} }`;
    },
  };
}

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

/** The function that a declaration gives a name, which may also be a parameter's. */
function functionOf(node: AnyNode, name: string): AnyNode | undefined {
  if (node.type === "FunctionDeclaration") {
    return node.id?.name === name ? node : undefined;
  }
  if (node.type !== "VariableDeclarator" || nameOf(node.id) !== name) {
    return undefined;
  }
  return node.init && /Function/.test(node.init.type) ? node.init : undefined;
}

function isLoop({ type }: AnyNode): boolean {
  return /^(?:DoWhile|While|For|ForIn|ForOf)Statement$/.test(type);
}

/** True if the use of a value may run code of the file. */
function runsCode(node: AnyNode): boolean {
  return (
    node.type === "CatchClause" ||
    ("kind" in node && /^[gs]et$/.test(node.kind)) ||
    ("generator" in node && node.generator === true) ||
    (node.type === "Identifier" && RUNS_CODE.test(node.name)) ||
    (node.type === "Literal" && RUNS_CODE.test(String(node.value)))
  );
}
