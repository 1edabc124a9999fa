import {
  isSourceFile,
  isVariableDeclaration,
  type Node,
} from "typescript/unstable/ast";
import {
  type Project,
  SymbolFlags,
  type Symbol as TypeScriptSymbol,
} from "typescript/unstable/sync";

import { isOwnSource } from "./is-own-source.ts";

/** A symbol with its aliases resolved, and its declaration. */
export interface OwnDeclaration {
  readonly symbol: TypeScriptSymbol;
  readonly declaration: Node;
}

/**
 * Resolves a symbol to a declaration at the top level of a file in `src`;
 * `undefined` for those of other packages, members and type parameters.
 */
export function ownDeclaration(
  root: string,
  project: Project,
  named: TypeScriptSymbol,
): OwnDeclaration | undefined {
  const symbol =
    (named.flags & SymbolFlags.Alias) === 0
      ? named
      : project.checker.getAliasedSymbol(named);
  const declaration = symbol.declarations[0]?.resolve(project);
  if (declaration === undefined || isSourceFile(declaration)) {
    return undefined;
  }
  const statement = isVariableDeclaration(declaration)
    ? declaration.parent.parent
    : declaration;
  const { fileName } = statement.getSourceFile();
  return isSourceFile(statement.parent) && isOwnSource(root, fileName)
    ? { symbol, declaration }
    : undefined;
}
