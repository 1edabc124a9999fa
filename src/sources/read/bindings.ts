import type { Expression, ModuleDeclaration, Statement } from "acorn";

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
