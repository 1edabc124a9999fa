import type {
  AnyNode,
  CallExpression,
  Expression,
  MemberExpression,
  ModuleDeclaration,
  Statement,
  VariableDeclaration,
} from "acorn";
import { untrustedText } from "../../base/untrusted-text.ts";
import {
  dottedName,
  isIdentifier,
  type LineMap,
  targetsIn,
  walkSyntax,
} from "./syntax.ts";
import type { ReadScalar, ReadUnknown, ReadValue } from "./values.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The maximum number of environment variables of one value. */
export const MAX_VARIABLES = 20;

/**
 * The values of environment variables, of which `undefined` is not set. Nothing is known
 * of other variables.
 */
export type Environment = ReadonlyMap<string, string | undefined>;

/** A value of a variable that is none of those that the file compares it with. */
export const OTHER_VALUE = "\0";

/** A known value; an object, so that `undefined` can be one. */
export interface Known {
  readonly value: ReadScalar["value"];
}

/** Decides conditions that only depend on literals and environment variables. */
export interface Conditions {
  /** `undefined` if the value is not known in this environment. */
  decide(node: AnyNode): Known | undefined;
  /** The environment variables that an expression depends on. */
  variablesOf(node: AnyNode): readonly string[];
}

/** What the functions that evaluate expressions share. */
export interface Evaluation {
  readonly place: LineMap;
  /** In JSON, `__proto__` is a name like any other. */
  readonly isJson: boolean;
  evaluate(node: Expression, depth: number): ReadValue;
  /** Evaluates a member or item, which may be a repeated reference. */
  evaluatePart(node: Expression, depth: number): ReadValue;
  scalar(value: ReadScalar["value"], span: Span): ReadScalar;
  /** The value as the default of environment variables. */
  withVariables(value: ReadScalar, variables: readonly string[]): ReadValue;
  /** @param reason Default: what the type of the expression tells. */
  unknown(node: Expression, reason?: string): ReadUnknown;
  /** Whether that many more values may be repeated. */
  mayCopy(count: number): boolean;
  /** Whether the file declares a global name itself. */
  isDeclared(name: string): boolean;
  /** The environment that the file is evaluated in; empty if none is assumed. */
  readonly environment: Environment;
  readonly conditions: Conditions;
  /** Conditions if no environment variable is set. */
  readonly unset: Conditions;
}

const MAX_NAME = 60;

/** The name of an environment variable in a message. */
export function printableVariable(name: string): string {
  return untrustedText(name, { maxLength: MAX_NAME });
}

/** A value as the name of a member, unless it depends on the environment. */
export function nameOf(value: ReadValue): string | undefined {
  return value.kind === "scalar" &&
    value.variables === undefined &&
    (typeof value.value === "string" || typeof value.value === "number")
    ? String(value.value)
    : undefined;
}

/**
 * Whether an expression is the object with the environment variables: `process.env` or
 * `import.meta.env`.
 */
export function isEnvironment(
  object: MemberExpression["object"],
  isDeclared: Evaluation["isDeclared"],
): boolean {
  return (
    (dottedName(object) === "process.env" && !isDeclared("process")) ||
    (object.type === "MemberExpression" &&
      object.object.type === "MetaProperty" &&
      dottedName(object) === "?.env")
  );
}

/** The variable of `process.env.X` or `process.env["X"]`. */
export function environmentVariable(
  { object, property, computed }: MemberExpression,
  isDeclared: Evaluation["isDeclared"],
): string | undefined {
  if (!isEnvironment(object, isDeclared)) {
    return undefined;
  }
  return property.type === "Literal" && typeof property.value === "string"
    ? property.value
    : isIdentifier(property) && !computed
      ? property.name
      : undefined;
}

/** Whether a call is that of a global function, such as `Boolean(x)`. */
export function isGlobalCall(
  { callee }: CallExpression,
  name: string,
  isDeclared: Evaluation["isDeclared"],
): boolean {
  return isIdentifier(callee) && callee.name === name && !isDeclared(name);
}

/** What a top-level name is. */
export type Binding =
  | { readonly kind: "constant"; readonly init: Expression }
  | { readonly kind: "other"; readonly reason: string };

/** The names that a file declares at its top level. */
export function topLevelBindings(
  body: readonly (Statement | ModuleDeclaration)[],
): ReadonlyMap<string, Binding> {
  const bindings = new Map<string, Binding>();
  let assigned: ReadonlySet<string> | undefined;
  for (const statement of body) {
    if (statement.type === "ImportDeclaration") {
      // An imported `process` is the global one.
      const isProcess = /^(?:node:)?process$/.test(
        String(statement.source.value),
      );
      for (const { local } of isProcess ? [] : statement.specifiers) {
        bindings.set(local.name, other(ELSEWHERE));
      }
      continue;
    }
    const declaration =
      statement.type === "ExportNamedDeclaration"
        ? statement.declaration
        : statement;
    if (declaration?.type === "FunctionDeclaration") {
      bindings.set(declaration.id.name, other("is a function"));
    } else if (declaration?.type === "VariableDeclaration") {
      addDeclared(declaration, bindings, () => (assigned ??= assignedIn(body)));
    }
  }
  return bindings;
}

/** @param assigned the names that the file assigns */
function addDeclared(
  { declarations, kind }: VariableDeclaration,
  bindings: Map<string, Binding>,
  assigned: () => ReadonlySet<string>,
): void {
  for (const { id, init } of declarations) {
    if (id.type !== "Identifier") {
      const reason = isRequire(init)
        ? ELSEWHERE
        : "is a part of a value that is taken apart";
      for (const { name } of targetsIn(id).filter(isIdentifier)) {
        bindings.set(name, other(reason));
      }
    } else if (
      init &&
      !bindings.has(id.name) &&
      (kind === "const" || !assigned().has(id.name))
    ) {
      // Compilers write `var _default = exports.default = [];`.
      bindings.set(id.name, { kind: "constant", init: assignedValue(init) });
    } else {
      bindings.set(
        id.name,
        other(`is declared with ${kind}, so it may change`),
      );
    }
  }
}

function assignedValue(init: Expression): Expression {
  return init.type === "AssignmentExpression" && init.operator === "="
    ? assignedValue(init.right)
    : init;
}

/** The names that are assigned after their declaration, in any scope. */
function assignedIn(
  body: readonly (Statement | ModuleDeclaration)[],
): ReadonlySet<string> {
  const targets = body
    .flatMap((statement) => [...walkSyntax(statement)])
    .flatMap((node): readonly AnyNode[] => {
      switch (node.type) {
        case "AssignmentExpression":
        case "ForInStatement":
        case "ForOfStatement":
          return targetsIn(node.left);
        case "UpdateExpression":
          return [node.argument];
        default:
          return [];
      }
    });
  return new Set(targets.filter(isIdentifier).map(({ name }) => name));
}

/** Why a value from another file is unknown. */
export const ELSEWHERE = "is defined in another file";

/** Whether a value is what another file exports, or a part of it. */
function isRequire(node: AnyNode | null | undefined): boolean {
  switch (node?.type) {
    case "CallExpression":
      return isIdentifier(node.callee) && node.callee.name === "require";
    case "MemberExpression":
      return isRequire(node.object);
    case "AwaitExpression":
      return node.argument.type === "ImportExpression";
    default:
      return false;
  }
}

function other(reason: string): Binding {
  return { kind: "other", reason };
}

/** Why an expression is not evaluated. */
export function unknownReason(node: Expression): string {
  if (isRequire(node)) {
    return ELSEWHERE;
  }
  switch (node.type) {
    case "CallExpression":
    case "NewExpression":
    case "TaggedTemplateExpression":
    case "ImportExpression":
      return "calls a function";
    case "ConditionalExpression":
      return "depends on a condition";
    case "ArrowFunctionExpression":
    case "FunctionExpression":
    case "ClassExpression":
      return "is a function";
    case "MemberExpression":
      return "reads a member that is not known";
    default:
      return "is computed";
  }
}
