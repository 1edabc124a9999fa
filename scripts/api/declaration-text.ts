import {
  isBlock,
  isVariableDeclaration,
  type Node,
} from "typescript/unstable/ast";
import {
  NodeBuilderFlags,
  type Project,
  type Symbol as TypeScriptSymbol,
} from "typescript/unstable/sync";

import { codeIn } from "./code-in.ts";

/** Not truncated, one member per line, with the names of aliases. */
export const TYPE_FORMAT =
  NodeBuilderFlags.NoTruncation |
  NodeBuilderFlags.MultilineObjectLiterals |
  NodeBuilderFlags.InTypeAlias |
  NodeBuilderFlags.UseAliasDefinedOutsideCurrentScope;

/** The public text of a declaration: its comment and types, without any code. */
export function declarationText(
  { checker }: Project,
  symbol: TypeScriptSymbol,
  declaration: Node,
): string {
  if (isVariableDeclaration(declaration)) {
    const type = checker.getTypeOfSymbol(symbol);
    const typeText =
      type === undefined
        ? "unknown"
        : checker.typeToString(type, declaration, TYPE_FORMAT);
    return `${commentOf(declaration)}const ${symbol.name}: ${typeText};`;
  }
  return `${commentOf(declaration)}${textWithoutCode(declaration).replace(/^export /, "")}`;
}

/** Replaces bodies of functions with semicolons, as in a declaration file. */
function textWithoutCode(declaration: Node): string {
  const source = declaration.getSourceFile();
  let text = "";
  let from = declaration.getStart(source);
  for (const code of codeIn(declaration)) {
    if (isBlock(code)) {
      text += `${source.text.slice(from, code.getStart(source)).trimEnd()};`;
    } else {
      text += source.text.slice(from, code.getFullStart());
    }
    from = code.getEnd();
  }
  return text + source.text.slice(from, declaration.getEnd());
}

/** The JSDoc of a declaration with a line break; empty if there is none. */
function commentOf(declaration: Node): string {
  // The JSDoc of a variable belongs to its statement.
  const owner = isVariableDeclaration(declaration)
    ? declaration.parent.parent
    : declaration;
  const comment = owner.jsDoc?.at(-1)?.getText();
  return comment === undefined ? "" : `${comment}\n`;
}
