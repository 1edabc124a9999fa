import type { AnyNode, CallExpression, Program } from "acorn";
import { isFresh } from "./read-only.ts";
import {
  childrenOf,
  isFunction,
  isIdentifier,
  methodOf,
  targetsIn,
  walkSyntax,
} from "./syntax.ts";

/** The names of a script, without regard to scopes. */
export interface ScriptNames {
  readonly nodes: readonly AnyNode[];
  readonly declared: ReadonlySet<string>;
  /** Names that are functions of the script in all their declarations. */
  readonly functions: ReadonlySet<string>;
  /** Names that are new arrays or empty objects in all their declarations. */
  readonly fresh: ReadonlySet<string>;
  /** Names of members that may be functions of the script. */
  readonly members: ReadonlySet<string>;
  /** All code that mentions a related name: see {@link scriptNames}. */
  readonly related: ReadonlySet<AnyNode>;
}

/** Names through which a script reaches its exports and built-in prototypes. */
export const SHARED = [
  "__proto__",
  "arguments",
  "exports",
  "module",
  "prototype",
];
/** Functions that compilers add to import modules. They read `this`. */
const LOADER = /^__import(?:Default|Star)$/;
const DATA =
  /^(?:ArrayExpression|Literal|ObjectExpression|TemplateLiteral|UnaryExpression)$/;

/** Nodes that assign to names, but do not declare them. */
const ASSIGNMENT = /^(?:Assignment|For)/;

/** A value that is assigned to a name; `undefined` if it is not known. */
type Given = AnyNode | undefined;

/**
 * Finds the names of a script. A related name may be one of the constants, contain one
 * or return one. Unrelated are global names, imports, and names with one declaration
 * that mentions no related name.
 *
 * @param constants the names of the constants
 */
export function scriptNames(
  program: Program,
  constants: ReadonlySet<string>,
): ScriptNames {
  const nodes: AnyNode[] = [program];
  const parents = new Map<AnyNode, AnyNode>();
  const places = new Map<string, AnyNode[]>();
  const values = new Map<string, Given[]>();
  const declared = new Set<string>();
  const members = new Set<string>();
  const accumulators = new Map<Given, Given>();
  for (const node of nodes) {
    const memberName = memberNameIn(node);
    for (const child of childrenOf(node)) {
      nodes.push(child);
      parents.set(child, node);
      if (isIdentifier(child) && child !== memberName) {
        add(places, child.name, child);
      }
    }
    for (const { target, value } of givenBy(node)) {
      for (const { name } of targetsIn(target).filter(isIdentifier)) {
        add(values, name, value ?? accumulators.get(target));
        if (!ASSIGNMENT.test(node.type)) {
          declared.add(name);
        }
      }
    }
    if (node.type === "CallExpression") {
      accumulators.set(accumulatorOf(node), node.arguments[1]);
    }
    const member = memberIn(node);
    if (member !== undefined) {
      members.add(member);
    }
  }
  const namesGiven = (are: (given: readonly Given[]) => boolean) =>
    new Set(
      [...values]
        .filter(([name, given]) => !constants.has(name) && are(given))
        .map(([name]) => name),
    );
  const fresh = namesGiven((given) => given.every(isFresh));
  const unknown = namesGiven(
    ([first, ...more]) => first === undefined || more.length > 0,
  );
  const relatedNames = new Set([...SHARED, ...constants, ...fresh, ...unknown]);
  const related = new Set<AnyNode>();

  /** Marks a mention, the code around it, and the names that this code declares. */
  function relate(mention: AnyNode): void {
    let node: Given = mention;
    while (node !== undefined && !related.has(node)) {
      related.add(node);
      const made = "id" in node && node.id ? targetsIn(node.id) : [];
      for (const { name } of made.filter(isIdentifier)) {
        if (!LOADER.test(name)) {
          relatedNames.add(name);
        }
      }
      node = parents.get(node);
    }
  }

  nodes.filter(({ type }) => type === "ThisExpression").forEach(relate);
  // The loop includes names that are added meanwhile.
  for (const name of relatedNames) {
    places.get(name)?.forEach(relate);
  }
  const functions = namesGiven((given) => given.every(isFunction));
  return { nodes, declared, functions, fresh, members, related };
}

/** The targets that a node declares or assigns, with their values if known. */
function givenBy(
  node: AnyNode,
): readonly { readonly target: AnyNode; readonly value?: Given }[] {
  switch (node.type) {
    case "VariableDeclarator":
      return isIdentifier(node.id)
        ? [{ target: node.id, value: node.init ?? undefined }]
        : // The values of a pattern's names are parts of the value.
          [{ target: node.id, value: node }];
    case "AssignmentExpression":
      return [{ target: node.left, value: node.right }];
    case "ForInStatement":
    case "ForOfStatement":
      return [{ target: node.left }];
    case "CatchClause":
      return node.param ? [{ target: node.param }] : [];
    case "ImportDefaultSpecifier":
    case "ImportNamespaceSpecifier":
    case "ImportSpecifier":
      return [{ target: node.local, value: node }];
    case "ClassDeclaration":
    case "ClassExpression":
      return node.id ? [{ target: node.id, value: node }] : [];
    case "ArrowFunctionExpression":
    case "FunctionDeclaration":
    case "FunctionExpression": {
      const parameters = node.params.map((target) => ({ target }));
      return node.id
        ? [{ target: node.id, value: node }, ...parameters]
        : parameters;
    }
    default:
      return [];
  }
}

/** The name of a member that a node sets, unless its value is plain data. */
function memberIn(node: AnyNode): string | undefined {
  const [key, value] =
    node.type === "AssignmentExpression" &&
    node.left.type === "MemberExpression"
      ? [node.left.property, node.right]
      : node.type === "Property" ||
          node.type === "MethodDefinition" ||
          node.type === "PropertyDefinition"
        ? [node.key, node.value]
        : [];
  return isIdentifier(key) && !DATA.test(value?.type ?? "")
    ? key.name
    : undefined;
}

/** The name after a dot or before a colon, which is not the name of a variable. */
function memberNameIn(node: AnyNode): AnyNode | undefined {
  const name =
    node.type === "MemberExpression"
      ? node.property
      : node.type === "Property"
        ? node.key
        : undefined;
  const isMere =
    name !== undefined && "computed" in node && node.computed === false;
  return isMere && !(isIdentifier(name) && SHARED.includes(name.name))
    ? name
    : undefined;
}

/** The accumulator `all` of `reduce((all, chain) => { …; return all; }, {})`. */
function accumulatorOf(call: CallExpression): AnyNode | undefined {
  const [reducer] = call.arguments;
  if (methodOf(call) !== "reduce" || !isFunction(reducer)) {
    return undefined;
  }
  const [first] = reducer.params;
  const isReturned = [...walkSyntax(reducer.body, isFunction)].every(
    (node) =>
      node.type !== "ReturnStatement" ||
      (isIdentifier(node.argument) &&
        isIdentifier(first) &&
        node.argument.name === first.name),
  );
  return !reducer.id && reducer.body.type === "BlockStatement" && isReturned
    ? first
    : undefined;
}

function add<T>(map: Map<string, T[]>, name: string, value: T): void {
  const known = map.get(name) ?? [];
  map.set(name, known);
  known.push(value);
}
