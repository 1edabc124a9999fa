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

/** A script's code, and what its names stand for; scopes are not told apart. */
export interface ScriptNames {
  readonly nodes: readonly AnyNode[];
  readonly declared: ReadonlySet<string>;
  /** Names of functions of the script, wherever they are declared. */
  readonly functions: ReadonlySet<string>;
  /** Names of new lists and empty objects, wherever they are declared. */
  readonly fresh: ReadonlySet<string>;
  /** Names of members that the script gives anything but data. */
  readonly members: ReadonlySet<string>;
  /** All code that mentions a name which may be, hold or give a counted constant. */
  readonly related: ReadonlySet<AnyNode>;
}

/** By these a script has its exports, and the methods of all lists and objects. */
export const SHARED = [
  "__proto__",
  "arguments",
  "exports",
  "module",
  "prototype",
];
/** What compilers load other modules with. */
const LOADER = /^__import(?:Default|Star)$/;
const DATA =
  /^(?:ArrayExpression|Literal|ObjectExpression|TemplateLiteral|UnaryExpression)$/;

/** These give values to names that are declared elsewhere. */
const ASSIGNMENT = /^(?:Assignment|For)/;

/** What a name is given; `undefined` where only running the script tells. */
type Given = AnyNode | undefined;

/**
 * Looks through a script once. All names that it declares may be related to its counted
 * constants, but for imports and those that are declared once, by a value or a function
 * that mentions unrelated names only.
 *
 * @param counted the names of the constants that count
 */
export function scriptNames(
  program: Program,
  counted: ReadonlySet<string>,
): ScriptNames {
  const nodes: AnyNode[] = [program];
  const parents = new Map<AnyNode, AnyNode>();
  const places = new Map<string, AnyNode[]>();
  const values = new Map<string, Given[]>();
  const declared = new Set<string>();
  const members = new Set<string>();
  const collectors = new Map<Given, Given>();
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
        add(values, name, value ?? collectors.get(target));
        if (!ASSIGNMENT.test(node.type)) {
          declared.add(name);
        }
      }
    }
    if (node.type === "CallExpression") {
      collectors.set(collectorOf(node), node.arguments[1]);
    }
    if (
      (node.type === "Property" || node.type === "MethodDefinition") &&
      isIdentifier(node.key) &&
      !DATA.test(node.value.type)
    ) {
      members.add(node.key.name);
    }
  }
  const namesGiven = (are: (given: readonly Given[]) => boolean) =>
    new Set(
      [...values]
        .filter(([name, given]) => !counted.has(name) && are(given))
        .map(([name]) => name),
    );
  const fresh = namesGiven((given) => given.every(isFresh));
  const untold = namesGiven(
    ([first, ...more]) => first === undefined || more.length > 0,
  );
  return {
    nodes,
    declared,
    functions: namesGiven((given) => given.every(isFunction)),
    fresh,
    members,
    related: mentionsOf([...SHARED, ...counted, ...fresh, ...untold], {
      nodes,
      parents,
      places,
    }),
  };
}

/** What a node gives to names, with the value where it is told. */
function givenBy(
  node: AnyNode,
): readonly { readonly target: AnyNode; readonly value?: Given }[] {
  switch (node.type) {
    case "VariableDeclarator":
      // What is taken apart is no function or list of the script's.
      return [
        {
          target: node.id,
          value: isIdentifier(node.id) ? (node.init ?? undefined) : node,
        },
      ];
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

/** The code that mentions one of some names, `this`, or a name that is made of them. */
function mentionsOf(
  known: readonly string[],
  {
    nodes,
    parents,
    places,
  }: {
    readonly nodes: readonly AnyNode[];
    readonly parents: ReadonlyMap<AnyNode, AnyNode>;
    readonly places: ReadonlyMap<string, readonly AnyNode[]>;
  },
): ReadonlySet<AnyNode> {
  const names = new Set(known);
  const mentions = new Set<AnyNode>();

  function mark(place: AnyNode): void {
    let node: Given = place;
    while (node !== undefined && !mentions.has(node)) {
      mentions.add(node);
      const made = "id" in node && node.id ? targetsIn(node.id) : [];
      for (const { name } of made.filter(isIdentifier)) {
        if (!LOADER.test(name)) {
          names.add(name);
        }
      }
      node = parents.get(node);
    }
  }

  nodes.filter(({ type }) => type === "ThisExpression").forEach(mark);
  // A set goes on to what is added to it meanwhile.
  for (const name of names) {
    places.get(name)?.forEach(mark);
  }
  return mentions;
}

/** A member's name behind a dot or before a colon: no use of a variable. */
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

/**
 * What `reduce` collects in: `all` of `reduce((all, chain) => { …; return all; }, {})`.
 */
function collectorOf(call: CallExpression): AnyNode | undefined {
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
