import type {
  AnyNode,
  Expression,
  ModuleDeclaration,
  Statement,
  VariableDeclaration,
} from "acorn";
import { isIdentifier, type LineMap, targetsIn, walkSyntax } from "./syntax.ts";
import type { ReadScalar, ReadUnknown, ReadValue } from "./values.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The maximum number of environment variables of one value. */
export const MAX_VARIABLES = 20;

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
}

/** A value as the name of a member, unless it depends on the environment. */
export function nameOf(value: ReadValue): string | undefined {
  return value.kind === "scalar" &&
    value.variables === undefined &&
    (typeof value.value === "string" || typeof value.value === "number")
    ? String(value.value)
    : undefined;
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
