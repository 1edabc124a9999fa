import type {
  Expression,
  MemberExpression,
  ModuleDeclaration,
  Statement,
} from "acorn";
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
  /** Without a reason given, the expression's own kind is it. */
  unknown(node: Expression, reason?: string): ReadUnknown;
  /** Whether so many more values may be held again. */
  mayCopy(count: number): boolean;
}

/** What a spread is of which nothing can be copied. */
export function unspread(
  spread: ReadValue,
  node: Expression,
  { unknown }: Evaluation,
): ReadUnknown {
  return spread.kind === "unknown"
    ? unknown(node, spread.reason)
    : unknown(node, "spreads what is no known list or object, or too much");
}

/** A value as the name of a member. */
export function nameOf(value: ReadValue): string | undefined {
  return value.kind === "scalar" &&
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
      for (const { local } of statement.specifiers) {
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

/** What a known object or list holds under a known name. */
export function evaluateMember(
  node: MemberExpression,
  depth: number,
  { evaluate, unknown }: Evaluation,
): ReadValue {
  const { object, property, computed } = node;
  if (object.type === "Super" || property.type === "PrivateIdentifier") {
    return unknown(node);
  }
  const written = property.type === "Identifier" ? property.name : undefined;
  const name = computed ? nameOf(evaluate(property, depth + 1)) : written;
  const whole = evaluate(object, depth + 1);
  if (
    name === undefined ||
    whole.kind === "unknown" ||
    whole.kind === "scalar"
  ) {
    return unknown(node);
  }
  if (whole.kind === "object") {
    const found = whole.members.get(name)?.value;
    return found ?? unknown(node, "reads what is not known to be there");
  }
  const isIndex = whole.beyond.length === 0 && /^\d{1,9}$/.test(name);
  return (
    (isIndex ? whole.items[Number(name)] : undefined) ??
    unknown(node, "reads what is not known to be there")
  );
}
