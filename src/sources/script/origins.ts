import type {
  AnyNode,
  Expression,
  MemberExpression,
  Program,
  Property,
} from "acorn";
import type { CollectionLiteral } from "./instrument.ts";
import { isIdentifier, nameOf, targetsIn, walkSyntax } from "./syntax.ts";

/** Where the engine's objects and arrays come from, by the numbers in its report. */
export interface OriginRecord {
  readonly literal: number;
  readonly sources: readonly OriginSource[];
}

/** What a literal spreads. */
export interface OriginSource {
  /** -1 if it comes from no literal. */
  readonly record: number;
  /** Of an array. */
  readonly length: number;
  /** Of an object. */
  readonly names: readonly string[];
}

/** A name and its expression. */
export interface MemberOrigin {
  readonly key: AnyNode;
  readonly value: AnyNode;
  /** Earlier members of the same literal with that name. */
  readonly replaced: readonly AnyNode[];
  readonly literal?: CollectionLiteral | undefined;
}

export interface Origins {
  literalOf(record: number): CollectionLiteral | undefined;
  membersOf(record: number): ReadonlyMap<string, MemberOrigin>;
  /** The expressions of an array's items, as far as they are known. */
  itemsOf(record: number): Iterator<AnyNode | undefined>;
  /** The assignments to a member of this name, the last one first. */
  assignmentsTo(name: string): readonly MemberOrigin[];
  /** The literal of a value that an expression has; `undefined` if none is it. */
  literalWith(node: AnyNode, value: unknown): AnyNode | undefined;
  /** The expression itself or, if it is a constant, its declaration. */
  declarationOf(node: AnyNode): AnyNode;
}

const MAX_DEPTH = 50;
/** For the literal of one value. */
const MAX_STEPS = 100;

/** Finds the expressions that values of a script come from. */
export function findOrigins(
  program: Program,
  literals: readonly CollectionLiteral[],
  records: readonly OriginRecord[],
): Origins {
  const { constants, assignments } = declarationsIn(program);

  function literalOf(record: number): CollectionLiteral | undefined {
    return literals[records[record]?.literal ?? -1];
  }

  const known = new Map<number, ReadonlyMap<string, MemberOrigin>>();
  function membersOf(record: number): ReadonlyMap<string, MemberOrigin> {
    const given = known.get(record);
    if (given !== undefined) {
      return given;
    }
    const members = new Map<string, MemberOrigin>();
    known.set(record, members);
    const literal = literalOf(record);
    const sources = [...(records[record]?.sources ?? [])];
    for (const part of literal?.type === "ObjectExpression"
      ? literal.properties
      : []) {
      if (part.type === "SpreadElement") {
        const { argument } = part;
        const source = sources.shift();
        for (const name of source?.names ?? []) {
          const spread = { key: argument, value: argument, replaced: [] };
          const origin = membersOf(source?.record ?? -1).get(name) ?? spread;
          members.set(name, { ...origin, replaced: [] });
        }
        continue;
      }
      const name = nameOf(part);
      if (name !== undefined) {
        const { key, value } = part;
        const earlier = members.get(name);
        const isOwn = earlier?.literal === literal;
        const replaced =
          isOwn && earlier !== undefined
            ? [...earlier.replaced, earlier.key]
            : [];
        members.set(name, { key, value, replaced, literal });
      }
    }
    return members;
  }

  function* itemsOf(record: number): Generator<AnyNode | undefined> {
    const literal = literalOf(record);
    const sources = [...(records[record]?.sources ?? [])];
    for (const part of literal?.type === "ArrayExpression"
      ? literal.elements
      : []) {
      if (part?.type !== "SpreadElement") {
        yield part ?? undefined;
        continue;
      }
      const { record: from = -1, length = -1 } = sources.shift() ?? {};
      if (length < 0) {
        return;
      }
      const items = itemsOf(from);
      for (let index = 0; index < length; index++) {
        yield items.next().value ?? part.argument;
      }
    }
  }

  function literalWith(
    node: AnyNode,
    value: unknown,
    steps = { left: MAX_STEPS },
  ): AnyNode | undefined {
    const among = (...parts: readonly (AnyNode | undefined)[]) =>
      parts
        .map((part) => part && literalWith(part, value, steps))
        .find((found) => found !== undefined);
    if (steps.left-- <= 0) {
      return undefined;
    }
    switch (node.type) {
      case "Literal":
        return node.value === value ? node : undefined;
      case "TemplateLiteral":
        return node.expressions.length === 0 &&
          node.quasis[0]?.value.cooked === value
          ? node
          : undefined;
      case "UnaryExpression": {
        const { argument, operator } = node;
        const sign = operator === "-" ? -1 : operator === "+" ? 1 : undefined;
        return sign !== undefined &&
          argument.type === "Literal" &&
          sign * Number(argument.value) === value
          ? node
          : undefined;
      }
      case "Identifier":
        return among(constants.get(node.name));
      case "MemberExpression":
        return among(memberNode(node));
      case "ChainExpression":
        return among(node.expression);
      case "ConditionalExpression":
        return among(node.consequent, node.alternate);
      case "LogicalExpression":
        return among(node.right, node.left);
      case "AssignmentExpression":
        return among(node.right);
      default:
        return undefined;
    }
  }

  /** The expression of a member of a constant that is an object or array literal. */
  function memberNode(node: MemberExpression, depth = 0): AnyNode | undefined {
    const { object, property: key, computed } = node;
    const name = nameOf({ key, computed });
    const holder = declarationOf(
      object.type === "MemberExpression" && depth < MAX_DEPTH
        ? (memberNode(object, depth + 1) ?? object)
        : object,
    );
    if (holder.type === "ArrayExpression") {
      return holder.elements[Number(name)] ?? undefined;
    }
    return holder.type === "ObjectExpression"
      ? holder.properties.findLast(
          (part): part is Property =>
            part.type === "Property" && nameOf(part) === name,
        )?.value
      : undefined;
  }

  function declarationOf(node: AnyNode): AnyNode {
    let at = node;
    for (let depth = 0; depth < MAX_DEPTH; depth++) {
      const init =
        at.type === "Identifier" ? constants.get(at.name) : undefined;
      if (init === undefined) {
        break;
      }
      at = init;
    }
    return at;
  }

  return {
    literalOf,
    membersOf,
    itemsOf,
    assignmentsTo: (name) => assignments.get(name) ?? [],
    literalWith: (node, value) => literalWith(node, value),
    declarationOf,
  };
}

/** The variables that a script declares once, and the members that it assigns. */
function declarationsIn(program: Program) {
  const constants = new Map<string, Expression | undefined>();
  const assignments = new Map<string, MemberOrigin[]>();

  function declare(target: AnyNode, init?: Expression | null | undefined) {
    const names = targetsIn(target).filter(isIdentifier);
    for (const { name } of names) {
      const isFirst = target.type === "Identifier" && !constants.has(name);
      constants.set(name, isFirst ? (init ?? undefined) : undefined);
    }
  }

  for (const node of walkSyntax(program)) {
    switch (node.type) {
      case "VariableDeclarator":
        declare(node.id, node.init);
        break;
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        for (const parameter of node.params) {
          declare(parameter);
        }
        break;
      case "AssignmentExpression": {
        const { left, right } = node;
        const name =
          left.type === "MemberExpression"
            ? nameOf({ key: left.property, computed: left.computed })
            : undefined;
        if (left.type === "MemberExpression" && name !== undefined) {
          const given = assignments.get(name) ?? [];
          given.push({ key: left.property, value: right, replaced: [] });
          assignments.set(name, given);
        } else if (left.type !== "MemberExpression") {
          declare(left);
        }
        break;
      }
      case "ForInStatement":
      case "ForOfStatement":
        declare(node.left);
        break;
      default:
        break;
    }
  }
  return { constants, assignments };
}
