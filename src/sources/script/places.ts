import type { AnyNode, ObjectExpression } from "acorn";
import {
  isList,
  membersOfPlain,
  type Plain,
  type PlainList,
  type PlainMembers,
  type ReadList,
  type ReadMember,
  type ReadObject,
  type ReadValue,
} from "../values.ts";
import type { EngineReport } from "./engine/outcomes.ts";
import {
  type Mark,
  markersIn,
  marksOfItems,
  scalarIn,
  unknownReason,
} from "./marks.ts";
import {
  isConstant,
  isObjectLiteral,
  membersIn,
  type NamedNode,
  type namesIn,
  shownName,
} from "./names.ts";
import { type LineMap, nameOf, partsOf, VALUE_PARTS } from "./syntax.ts";

export interface PlacedValue {
  readonly value: Plain;
  /** The value with a marker in place of each environment variable. */
  readonly marked?: EngineReport | undefined;
  /** The environment variables that the file reads. */
  readonly variables?: readonly string[] | undefined;
  /** The expression of the value. */
  readonly root: AnyNode;
  readonly names: ReturnType<typeof namesIn>;
  readonly placeOf: LineMap;
}

/** The expressions that a value may come from, the likeliest first. */
type From = readonly [AnyNode, ...AnyNode[]];

/** Maximum number of expressions in the search for one value. */
const MAX_REACHED = 100;
/** Step limit; values not found by then get the place of the whole expression. */
const MAX_STEPS = 200_000;
/** Maximum depth of lists that are spread in each other. */
const MAX_SPREADS = 20;

/**
 * Gives each part of a value its place: the literal in the text that it comes from. It is
 * found by following the names and calls of the value's expression, and by comparing the
 * literals there with the value. What no literal gives stands at the expression that made
 * it.
 */
export function withPlaces({
  value: plain,
  marked,
  variables = [],
  root,
  names,
  placeOf,
}: PlacedValue): ReadValue {
  const placeAt = ({ start, end }: AnyNode) => placeOf(start, end);
  const known = new Map<ObjectExpression, ReturnType<typeof membersIn>>();
  /** The values of expressions in the runs with markers. */
  const marks = new Map<AnyNode, Plain>();
  let isMarkedRun = marked !== undefined;
  let steps = 0;

  function membersOf(literal: ObjectExpression) {
    const members = known.get(literal) ?? membersIn(literal);
    known.set(literal, members);
    return members;
  }

  /**
   * The literals that the value of an expression may come from; or the members with a
   * name that it may have. The likeliest first.
   */
  function reach(
    from: readonly AnyNode[],
    member?: string,
  ): readonly NamedNode[] {
    const found = new Map<AnyNode, NamedNode>();
    const start = member === undefined ? [] : [member];
    const waiting = from.map((node) => ({ node, path: start }));
    for (const [index, { node, path }] of waiting.entries()) {
      if (index > 0 && (steps > MAX_STEPS || index > MAX_REACHED)) {
        break;
      }
      const [name, ...rest] = path;
      const add = (nodes: readonly AnyNode[], inner = path) => {
        steps += nodes.length;
        for (const one of nodes.slice(0, MAX_REACHED)) {
          waiting.push({ node: one, path: inner });
        }
      };
      if (node.type === "Identifier") {
        add(lastOf(names.variables.get(node.name)).map(({ value }) => value));
      } else if (node.type === "MemberExpression") {
        const inner = nameOf(node.property, node.computed);
        add(inner === undefined ? [] : [node.object], [inner ?? "", ...path]);
      } else if (VALUE_PARTS[node.type] !== undefined) {
        add(steps > MAX_STEPS ? [] : partsOf(node, VALUE_PARTS[node.type]));
      } else if (name === undefined) {
        found.set(node, { key: node, value: node });
      } else if (isObjectLiteral(node)) {
        const { named, spreads } = membersOf(node);
        for (const own of lastOf(named.get(name))) {
          if (member !== undefined && rest.length === 0) {
            found.set(own.value, own);
          } else {
            add([own.value], rest);
          }
        }
        add(lastOf(spreads));
      } else if (node.type === "ArrayExpression") {
        // The result of a list's method has items of the list.
        const item = Number.isNaN(Number(name))
          ? node
          : node.elements[Number(name)];
        add(item ? [item] : [], rest);
      }
    }
    return [...found.values()];
  }

  /** True if an expression is the literal of a value. */
  function isLiteralOf(node: AnyNode, value: Plain): boolean {
    if (isObjectLiteral(node)) {
      const { named } = membersOf(node);
      const other = membersOfPlain(value)?.findIndex(([name, member]) => {
        const own = named.get(name)?.at(-1)?.value;
        return own?.type === "Literal" && own.value !== member;
      });
      steps += 1 + (other ?? 0);
      return other === -1;
    }
    if (node.type === "Literal") {
      return node.value === value;
    }
    return node.type === "ArrayExpression" && isList(value);
  }

  function literalOf(from: readonly AnyNode[], value: Plain) {
    return reach(from).find((one) => isLiteralOf(one.value, value))?.value;
  }

  /** The expressions of a list's items, and of the lists that are spread there. */
  function itemsOf(from: readonly AnyNode[], depth = 0): readonly AnyNode[] {
    return reach(from).flatMap(({ value }) => {
      const items = value.type === "ArrayExpression" ? value.elements : [];
      steps += depth * items.length;
      return items.flatMap((item) => {
        if (item?.type !== "SpreadElement") {
          return item ?? value;
        }
        const isLimited = depth >= MAX_SPREADS || steps >= MAX_STEPS;
        if (isLimited) {
          return [];
        }
        return itemsOf([item.argument], depth + 1);
      });
    });
  }

  /** @param mark the same part of the value with markers, if it can be told which */
  function build(value: Plain, mark: Mark, from: From): ReadValue {
    const literal = literalOf(from, value) ?? from[0];
    if (isList(value)) {
      return listOf(value, mark, from, literal);
    }
    const members = membersOfPlain(value);
    if (members === undefined) {
      return scalarOf(value, mark, from[0], literal);
    }
    return objectOf(members, mark, from, literal);
  }

  function listOf(
    list: PlainList,
    mark: Mark,
    from: From,
    literal: AnyNode,
  ): ReadList {
    const isWhole =
      literal.type === "ArrayExpression" &&
      literal.elements.length === list.length;
    const nodes = isWhole || steps <= MAX_STEPS ? itemsOf(from) : [];
    steps += Math.max(nodes.length - list.length, 0);
    const left = [...nodes];
    // A function may make the items.
    const made = reach(from)
      .map(({ value }) => value)
      .filter(isObjectLiteral);
    const markOf = marksOfItems(list, mark);
    const items = list.map((item, index) => {
      const at = left.findIndex(
        (node) => steps++ > MAX_STEPS || literalOf([node], item),
      );
      const other = nodes.length === list.length ? nodes[index] : undefined;
      const isFound = at !== -1 && steps <= MAX_STEPS;
      const [node = literal] = isFound ? left.splice(at, 1) : [other];
      return build(item, markOf(item, index), [node, ...made]);
    });
    return { kind: "list", items, place: placeAt(literal) };
  }

  function objectOf(
    members: PlainMembers,
    mark: Mark,
    from: From,
    literal: AnyNode,
  ): ReadObject {
    const marksByName = new Map(membersOfPlain(mark ?? {}));
    const { named } = isObjectLiteral(literal)
      ? membersOf(literal)
      : { named: undefined };
    const read = members.map(([name, value]): [string, ReadMember] => {
      const { key, value: at } = memberOf(from, name, value) ?? {
        key: literal,
        value: literal,
      };
      const own = mark === undefined ? mark : (marksByName.get(name) ?? {});
      const built = build(value, own, [at]);
      return [name, { name, key: placeAt(key), at: placeAt(at), value: built }];
    });
    const duplicates = members.flatMap(([name]) => {
      const all = named?.get(name) ?? [];
      const places = all.map(({ key }) => placeAt(key));
      const { line = 0 } = places.pop() ?? {};
      return places.map((key) => ({ name, key, line }));
    });
    return {
      kind: "object",
      members: new Map(read),
      duplicates,
      place: placeAt(literal),
    };
  }

  /** A member that was assigned later comes from the assignment. */
  function memberOf(from: From, name: string, value: Plain) {
    const all = [
      ...reach(from, name),
      ...lastOf(names.members.get(name)),
      ...(from[0] === root ? lastOf(names.variables.get(name)) : []),
    ];
    return all.find((one) => literalOf([one.value], value)) ?? all[0];
  }

  function scalarOf(
    value: Exclude<Plain, PlainList>,
    mark: Mark,
    expression: AnyNode,
    literal: AnyNode,
  ): ReadValue {
    if (isMarkedRun) {
      marks.set(expression, value);
    }
    const given = mark ?? marks.get(expression);
    const used = markersIn(given).flatMap(
      (marker) => marked?.names[marker] ?? [],
    );
    const reason = unknownReason(value, given, {
      used,
      variables: isConstant(expression, names) ? [] : variables,
      isLiteral: literal.type === "Literal",
    });
    if (reason !== undefined) {
      return { kind: "unknown", reason, place: placeAt(expression) };
    }
    const scalar = {
      kind: "scalar",
      value: scalarIn(value),
      place: placeAt(literal),
    } as const;
    if (used.length === 0) {
      return scalar;
    }
    return { ...scalar, variables: used.map(shownName) };
  }

  if (marked !== undefined) {
    build(marked.value, undefined, [root]);
    isMarkedRun = false;
  }
  return build(plain, marked?.value, [root]);
}

/** The last nodes, the very last one first. */
function lastOf<T>(nodes: readonly T[] = []): readonly T[] {
  return nodes.slice(-MAX_REACHED).toReversed();
}
