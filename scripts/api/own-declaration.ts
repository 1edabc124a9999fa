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

/** A symbol, aliases followed, and where it is declared. */
export interface OwnDeclaration {
  readonly symbol: TypeScriptSymbol;
  readonly declaration: Node;
}

/**
 * What a name stands for, if it is declared at the top level of a file in `src`;
 * `undefined` for other packages' names, and for members and type parameters.
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
