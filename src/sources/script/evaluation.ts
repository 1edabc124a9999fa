import type { Expression, ModuleDeclaration, Statement } from "acorn";
import type { LineMap } from "./syntax.ts";
import type { ReadScalar, ReadUnknown, ReadValue } from "./values.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What the parts of an evaluator have of each other. */
export interface Evaluation {
  readonly place: LineMap;
  /** `__proto__` is a name like any other in JSON; a script's prototype. */
  readonly isJson: boolean;
  evaluate(node: Expression, depth: number): ReadValue;
  /** The same for what a list or an object holds, which may be there already. */
  evaluatePart(node: Expression, depth: number): ReadValue;
  scalar(value: ReadScalar["value"], span: Span): ReadScalar;
  /** The same value as the default of environment variables, if they are not too many. */
  withVariables(value: ReadScalar, variables: readonly string[]): ReadValue;
  /** Without a reason given, the expression's own kind is it. */
  unknown(node: Expression, reason?: string): ReadUnknown;
  /** Whether so many more values may be held again. */
  mayCopy(count: number): boolean;
  /** Whether the file declares a name that is JavaScript's own otherwise. */
  isDeclared(name: string): boolean;
}

/** A value as the name of a member; none where the environment may replace it. */
export function nameOf(value: ReadValue): string | undefined {
  return value.kind === "scalar" &&
    value.variables === undefined &&
    (typeof value.value === "string" || typeof value.value === "number")
    ? String(value.value)
    : undefined;
}

/** What a name of a file's top level stands for. */
export type Binding =
  | { readonly kind: "constant"; readonly init: Expression }
  | { readonly kind: "other"; readonly reason: string };

/** The names that a file declares at its top level. */
export function topLevelBindings(
  body: readonly (Statement | ModuleDeclaration)[],
): ReadonlyMap<string, Binding> {
  const bindings = new Map<string, Binding>();
  for (const statement of body) {
    if (statement.type === "ImportDeclaration") {
      // Node's own `process` is the same whether or not it is imported.
      const isProcess = /^(?:node:)?process$/.test(
        String(statement.source.value),
      );
      for (const { local } of isProcess ? [] : statement.specifiers) {
        bindings.set(local.name, other("comes from another file"));
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
      for (const { id, init } of declaration.declarations) {
        if (id.type === "Identifier") {
          bindings.set(
            id.name,
            declaration.kind === "const" && init
              ? { kind: "constant", init }
              : other(`is declared with ${declaration.kind}, so it may change`),
          );
        }
      }
    }
  }
  return bindings;
}

function other(reason: string): Binding {
  return { kind: "other", reason };
}

/** Why an expression cannot be known from the text alone. */
export function unknownReason(node: Expression): string {
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
      return "reads what is not known to be there";
    default:
      return "is computed";
  }
}
