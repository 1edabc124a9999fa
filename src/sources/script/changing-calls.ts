import type {
  AnyNode,
  CallExpression,
  Identifier,
  MemberExpression,
  Program,
  VariableDeclarator,
} from "acorn";
import {
  dottedName,
  identifiersIn,
  namesIn,
  rootName,
  rootOf,
  walkSyntax,
} from "./syntax.ts";

/** A method that is named by a value, and one that is called by another. */
const UNNAMED_METHOD = /\.\?(?:\.(?:apply|bind|call))?$/;
/** Functions and constructors that leave their arguments as they are. */
const HARMLESS =
  /^(?:Object\.(?:freeze|hasOwn|isFrozen|keys|values|entries|fromEntries|prototype\.hasOwnProperty\.call)|Array\.(?:from|isArray|of)|JSON\.stringify|console\.\w+|Math\.\w+|structuredClone|String|Number|Boolean|BigInt|parseInt|parseFloat|isNaN|Map|Set|URL|Error)$/;
/** Texts, lists and objects, whose methods are JavaScript's own. */
const WRITTEN_HERE: ReadonlySet<string> = new Set([
  "ArrayExpression",
  "Literal",
  "ObjectExpression",
  "TemplateLiteral",
]);

/** Whether a call may change what counts, by itself or by what it is given. */
export function isChangingCall(
  { callee, arguments: given }: CallExpression,
  knowledge: ChangeKnowledge,
): boolean {
  const { mayHold } = knowledge;
  const name = dottedName(callee);
  if (name === "eval") {
    return true;
  }
  if (borrowsChangingMethod(callee)) {
    return given.some(mayHold);
  }
  if (marksModule(name, given)) {
    return false;
  }
  if (isMethodOfHeld(callee, knowledge) && callee.type === "MemberExpression") {
    const isChanging =
      UNNAMED_METHOD.test(name) && !isScratch(callee, knowledge);
    return (
      isChanging || given.some((argument) => isForeign(argument, knowledge))
    );
  }
  return !isOwn(callee, knowledge) && given.some(mayHold);
}

/** Whether code that is judged itself, or that changes nothing. */
export function isOwn(
  callee: AnyNode,
  { functions }: ChangeKnowledge,
): boolean {
  return (
    isFunction(callee) ||
    HARMLESS.test(dottedName(callee)) ||
    (callee.type === "Identifier" && functions.has(callee.name))
  );
}

function isMethodOfHeld(
  callee: AnyNode,
  { holders }: ChangeKnowledge,
): boolean {
  if (callee.type !== "MemberExpression") {
    return false;
  }
  const root = rootOf(callee);
  return root.type === "Identifier"
    ? holders.has(root.name)
    : WRITTEN_HERE.has(root.type);
}

/** Whether an argument may be a function of another file. */
function isForeign(argument: AnyNode, knowledge: ChangeKnowledge): boolean {
  const { holders } = knowledge;
  switch (argument.type) {
    case "Identifier":
      return !isOwn(argument, knowledge) && !holders.has(argument.name);
    case "CallExpression":
    case "MemberExpression":
      return (
        !isOwn(argument, knowledge) && !holders.has(rootName(argument) ?? "")
      );
    default:
      return false;
  }
}

/** How compilers mark a module: `Object.defineProperty(exports, "__esModule", …)`. */
function marksModule(name: string, [, key]: readonly AnyNode[]): boolean {
  return (
    name === "Object.defineProperty" &&
    key?.type === "Literal" &&
    key.value === "__esModule"
  );
}

const CHANGING_METHODS =
  /^(?:copyWithin|fill|pop|push|reverse|shift|sort|splice|unshift)$/;
/** How a function is called for what is handed to it. */
const CALLS_FOR = /^(?:apply|bind|call)$/;

/** Whether a method is named that changes what it is called for. */
export function isChangingMember(
  node: MemberExpression,
  knowledge: ChangeKnowledge,
): boolean {
  return (
    CHANGING_METHODS.test(memberName(node) ?? "") &&
    !isScratch(node, knowledge) &&
    !isFresh(node.object) &&
    knowledge.mayHold(node.object)
  );
}

/** Whether such a method is taken out of what may hold what counts. */
export function takesChangingMethod(
  { id, init }: VariableDeclarator,
  { mayHold }: ChangeKnowledge,
): boolean {
  return (
    id.type === "ObjectPattern" &&
    [...namesIn(id)].some((name) => CHANGING_METHODS.test(name)) &&
    init != null &&
    mayHold(init)
  );
}

/** `[].push.apply`, which changes no list of its own but the one it is given. */
function borrowsChangingMethod(callee: AnyNode): boolean {
  return (
    callee.type === "MemberExpression" &&
    callee.object.type === "MemberExpression" &&
    CALLS_FOR.test(memberName(callee) ?? "") &&
    CHANGING_METHODS.test(memberName(callee.object) ?? "")
  );
}

/** The name behind the dot. */
function memberName({
  property,
  computed,
}: MemberExpression): string | undefined {
  return property.type === "Identifier" && !computed
    ? property.name
    : undefined;
}

/** They hold nothing that a module declares. */
const GLOBALS = /^(?:process|globalThis|global|window)$/;

/** Whether assigning to it leaves alone what counts. */
export function isHarmlessTarget(
  target: AnyNode,
  knowledge: ChangeKnowledge,
): boolean {
  return target.type === "MemberExpression"
    ? isScratch(target, knowledge) || GLOBALS.test(rootName(target) ?? "")
    : target.type === "Identifier";
}

/** Whether a member is of what begins empty and does not count. */
export function isScratch(
  { object }: MemberExpression,
  { scratch, used }: ChangeKnowledge,
): boolean {
  return (
    object.type === "Identifier" &&
    scratch.has(object.name) &&
    !used.has(object.name)
  );
}

const MAKES_A_LIST =
  /\.(?:concat|filter|flat|flatMap|map|slice|split|toReversed|toSorted|toSpliced|with)$/;
const LISTS_MEMBERS = /^(?:Array\.from|Object\.(?:entries|keys|values))$/;
/** They give the list itself that they are called for. */
const GIVES_ITSELF = /\.(?:copyWithin|fill|reverse|sort)$/;

/** A long chain is asked for at each of its links. */
const KNOWN = new WeakMap<AnyNode, boolean>();

/** Whether a value is a new list, which may be changed without changing others. */
function isFresh(node: AnyNode): boolean {
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

/** More rounds than lists made of others have in any honest file. */
const MOST_ROUNDS = 100;

export interface DeclaredNames {
  /** All names of the file, where they stand, in its order. */
  readonly identifiers: readonly Identifier[];
  /** What begins as an empty list or object wherever it is declared. */
  readonly scratch: ReadonlySet<string>;
  /** The file's own functions, whose bodies are judged themselves. */
  readonly functions: ReadonlySet<string>;
  /** What may hold what counts, or a part of it, or give it when it is called. */
  readonly holders: ReadonlySet<string>;
}

/**
 * The names that a file declares at any level, as far as they tell something.
 * Scopes are not told apart, so a name is the worst of what it is anywhere.
 *
 * @param counting the names of what counts
 */
function declaredNames(
  program: Program,
  counting: ReadonlySet<string>,
): DeclaredNames {
  const empty = new Set<string>();
  const functions = new Set<string>();
  const filled = new Set<string>();
  const holders = new Set<string>([
    ...counting,
    "arguments",
    "exports",
    "module",
  ]);
  const copies: Copy[] = [];
  const gifts: Copy[] = [];
  const accumulators = new Set<AnyNode>();

  function addParameter(node: AnyNode): void {
    for (const name of namesIn(node)) {
      (accumulators.has(node) ? empty : filled).add(name);
      holders.add(name);
    }
  }

  for (const node of walkSyntax(program)) {
    if (node.type === "VariableDeclarator") {
      const names = namesIn(node.id);
      for (const name of names) {
        (isEmpty(node.init) ? empty : filled).add(name);
        if (isFunction(node.init)) {
          functions.add(name);
        }
      }
      if (isFunction(node.init)) {
        gifts.push({ names, of: given(node.init) });
      } else if (node.init) {
        copies.push({ names, of: [node.init] });
      }
    } else if (node.type === "FunctionDeclaration" || isFunction(node)) {
      if (node.type === "FunctionDeclaration" && node.id !== null) {
        functions.add(node.id.name);
        gifts.push({ names: namesIn(node.id), of: given(node) });
      }
      node.params.forEach(addParameter);
    } else if (
      node.type === "ForOfStatement" ||
      node.type === "ForInStatement"
    ) {
      addParameter(node.left);
    } else if (node.type === "CatchClause" && node.param) {
      addParameter(node.param);
    } else if (node.type === "ClassDeclaration" && node.id !== null) {
      gifts.push({ names: namesIn(node.id), of: [node.body] });
    } else if (node.type === "CallExpression") {
      const accumulator = emptyAccumulator(node);
      if (accumulator !== undefined) {
        accumulators.add(accumulator);
      }
    } else if (node.type === "AssignmentExpression") {
      if (node.left.type === "Identifier") {
        copies.push({ names: namesIn(node.left), of: [node.right] });
      }
    }
  }
  const identifiers = identifiersIn(program);
  spread(holders, copies, identifiers);
  const scratch = [...empty].filter((name) => !filled.has(name));
  const own = [...functions].filter((name) => !holders.has(name));
  spread(holders, [...copies, ...gifts], identifiers);
  return {
    identifiers,
    scratch: new Set(scratch),
    functions: new Set(own),
    // What is put into them is not followed.
    holders: new Set([...holders, ...scratch]),
  };
}

type FunctionNode = Extract<
  AnyNode,
  { readonly params: unknown; readonly body: unknown }
>;

/** Names that may stand for what is mentioned in a piece of code. */
interface Copy {
  readonly names: ReadonlySet<string>;
  readonly of: readonly AnyNode[];
}

/** What a function gives, but what it makes anew. */
function given({ body }: FunctionNode): readonly AnyNode[] {
  const parts =
    body.type === "BlockStatement"
      ? [...walkSyntax(body, hasOwnReturns)].flatMap((part) =>
          part.type === "ReturnStatement" && part.argument
            ? [part.argument]
            : [],
        )
      : [body];
  return parts.filter((part) => !isFresh(part));
}

function hasOwnReturns(node: AnyNode): boolean {
  return node.type === "FunctionDeclaration" || isFunction(node);
}

/** What `reduce` begins with nothing in: `all` of `reduce((all, c) => …, {})`. */
function emptyAccumulator({
  callee,
  arguments: [reducer, start],
}: CallExpression): AnyNode | undefined {
  const isReduce =
    callee.type === "MemberExpression" &&
    callee.property.type === "Identifier" &&
    callee.property.name === "reduce";
  const parameter = isFunction(reducer) ? reducer.params[0] : undefined;
  return isReduce && isEmpty(start) && parameter?.type === "Identifier"
    ? parameter
    : undefined;
}

/** Adds what is made of holders, and what is made of that. */
function spread(
  holders: Set<string>,
  copies: readonly Copy[],
  identifiers: readonly Identifier[],
): void {
  for (let round = 0; ; round++) {
    const before = holders.size;
    const mentions = mentionsOf(identifiers, holders);
    const holds = (node: AnyNode) =>
      node.type === "Identifier" ? holders.has(node.name) : mentions(node);
    for (const { names, of } of copies) {
      if (round === MOST_ROUNDS || of.some(holds)) {
        for (const name of names) {
          holders.add(name);
        }
      }
    }
    if (holders.size === before || round === MOST_ROUNDS) {
      return;
    }
  }
}

function isEmpty(init: AnyNode | null | undefined): boolean {
  return (
    (init?.type === "ArrayExpression" && init.elements.length === 0) ||
    (init?.type === "ObjectExpression" && init.properties.length === 0)
  );
}

/** Whether a node is a function without a declaration of its own. */
function isFunction(
  node: AnyNode | null | undefined,
): node is Extract<
  AnyNode,
  { type: "ArrowFunctionExpression" | "FunctionExpression" }
> {
  return (
    node?.type === "ArrowFunctionExpression" ||
    node?.type === "FunctionExpression"
  );
}

/** Whether some of the names stand anywhere in a piece of code. */
export type Mentions = (node: AnyNode) => boolean;

/**
 * Tells what mentions names. A node holds what is written between its ends, so one
 * look at the places of the names answers it, however deep the code nests.
 *
 * @param identifiers all of the code, in its order
 */
function mentionsOf(
  identifiers: readonly Identifier[],
  names: ReadonlySet<string>,
): Mentions {
  const places = identifiers
    .filter(({ name }) => names.has(name))
    .map(({ start }) => start);
  return ({ start, end }) => {
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((places[middle] ?? 0) < start) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    const place = places[low];
    return place !== undefined && place < end;
  };
}

/** What of a file counts, and what does not. */
export interface ChangeContext {
  /** The constants whose values count. */
  readonly used: ReadonlySet<string>;
  /** The assignments that export something. */
  readonly exports: ReadonlySet<AnyNode>;
}

/** What is known of a file by which a change in it is told. */
export interface ChangeKnowledge
  extends ChangeContext,
    Pick<DeclaredNames, "scratch" | "functions" | "holders"> {
  /** Whether an expression may hold what counts. */
  mayHold(node: AnyNode): boolean;
}

export function changeKnowledge(
  program: Program,
  context: ChangeContext,
): ChangeKnowledge {
  const { identifiers, ...names } = declaredNames(program, context.used);
  const mentions = mentionsOf(identifiers, names.holders);
  return {
    ...context,
    ...names,
    mayHold: (node) => mentions(node) || rootOf(node).type === "ThisExpression",
  };
}
