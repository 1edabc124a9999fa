import type { AnyNode, ArrayExpression, ObjectExpression } from "acorn";
import { untrustedText } from "../../base/untrusted-text.ts";
import { ASSIGNED, DECLARED, nameOf, namesAt, partsOf } from "./syntax.ts";

/** A name and its expression. */
export interface NamedNode {
  readonly key: AnyNode;
  readonly value: AnyNode;
}

/** Expressions by name, in the order of the text. */
export type NamedNodes = Map<string, NamedNode[]>;

/** Finds the expressions of all names of a script, whatever their scope. */
export function namesIn(nodes: readonly AnyNode[]) {
  /** Values of variables and functions, and lists that are added to. */
  const variables: NamedNodes = new Map();
  /** Values of members that are assigned, and of exports. */
  const members: NamedNodes = new Map();
  for (const node of nodes) {
    switch (node.type) {
      case "VariableDeclarator":
        add(variables, nameOf(node.id), node.id, node.init);
        break;
      case "FunctionDeclaration":
        add(variables, node.id?.name, node, node);
        break;
      case "AssignmentExpression": {
        const { left, right } = node;
        const isMember = left.type === "MemberExpression";
        const key = isMember ? left.property : left;
        const name = nameOf(key, isMember && left.computed);
        add(isMember ? members : variables, name, key, right);
        break;
      }
      case "CallExpression": {
        const { callee, arguments: elements, start, end } = node;
        if (
          callee.type === "MemberExpression" &&
          /^(?:push|unshift)$/.test(nameOf(callee.property) ?? "")
        ) {
          const { object } = callee;
          const type = "ArrayExpression";
          const list: ArrayExpression = { type, elements, start, end };
          add(variables, nameOf(object), object, list);
        }
        break;
      }
      case "ExportDefaultDeclaration":
        add(members, "default", node.declaration, node.declaration);
        break;
      case "ExportSpecifier":
        add(members, nameOf(node.exported), node.exported, node.local);
        break;
      default:
        break;
    }
  }
  /** Declarations of all kinds, by name. */
  const declared = Map.groupBy(
    nodes.flatMap((node) =>
      namesAt(partsOf(node, DECLARED[node.type])).map((name) => ({
        name,
        node,
      })),
    ),
    ({ name }) => name,
  );
  const assigned = new Set(
    nodes.flatMap((node) => namesAt(partsOf(node, ASSIGNED[node.type]))),
  );
  return { variables, members, declared, assigned };
}

/** Constants that name each other. */
const MAX_STEPS = 20;

/**
 * True for a literal, and for the name of one that is never assigned again. Scopes are not
 * followed, so that nothing else in the file may have the name.
 */
export function isConstant(
  node: AnyNode,
  names: ReturnType<typeof namesIn>,
  steps = 0,
): boolean {
  if (node.type !== "Identifier" || steps === MAX_STEPS) {
    return node.type === "Literal";
  }
  const [own, ...others] = names.declared.get(node.name) ?? [];
  if (
    own?.node.type !== "VariableDeclarator" ||
    others.length > 0 ||
    names.assigned.has(node.name)
  ) {
    return false;
  }
  const { id, init } = own.node;
  return (
    id.type === "Identifier" && !!init && isConstant(init, names, steps + 1)
  );
}

export function isObjectLiteral(node: AnyNode): node is ObjectExpression {
  return node.type === "ObjectExpression";
}

/** The members of an object literal by name, and what it spreads. */
export function membersIn({ properties }: ObjectExpression) {
  const named: NamedNodes = new Map();
  const spreads: AnyNode[] = [];
  for (const part of properties) {
    if (part.type === "SpreadElement") {
      spreads.push(part.argument);
    } else {
      add(named, nameOf(part.key, part.computed), part.key, part.value);
    }
  }
  return { named, spreads };
}

function add(
  map: NamedNodes,
  name: string | undefined,
  key: AnyNode,
  value: AnyNode | null | undefined,
): void {
  if (name !== undefined && value) {
    const named = map.get(name) ?? [];
    named.push({ key, value });
    map.set(name, named);
  }
}

const MAX_NAME = 60;
const MAX_SHOWN = 5;

/** The name of an environment variable in a message. */
export function shownName(variable: string): string {
  return untrustedText(variable, { maxLength: MAX_NAME });
}

export function shownNames(variables: readonly string[]): string {
  return variables.slice(0, MAX_SHOWN).map(shownName).join(", ");
}
