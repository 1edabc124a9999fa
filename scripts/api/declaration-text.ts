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

/** Complete, a member a line, aliases by their names. */
export const TYPE_FORMAT =
  NodeBuilderFlags.NoTruncation |
  NodeBuilderFlags.MultilineObjectLiterals |
  NodeBuilderFlags.InTypeAlias |
  NodeBuilderFlags.UseAliasDefinedOutsideCurrentScope;

/**
 * What a user can rely on of a declaration: its comment and its types, without
 * the values that it is made of and without the code that it runs.
 */
export function declarationText(
  { checker }: Project,
  symbol: TypeScriptSymbol,
  declaration: Node,
): string {
  if (isVariableDeclaration(declaration)) {
    const type = checker.getTypeOfSymbol(symbol);
    const shown =
      type === undefined
        ? "unknown"
        : checker.typeToString(type, declaration, TYPE_FORMAT);
    return `${commentOf(declaration)}const ${symbol.name}: ${shown};`;
  }
  return `${commentOf(declaration)}${textWithoutCode(declaration).replace(/^export /, "")}`;
}

/** What stands where code was cut away ends as a declaration does. */
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

/** The JSDoc before a declaration, with a line break; or nothing. */
function commentOf(declaration: Node): string {
  // Of a variable it belongs to the statement around the list it stands in.
  const owner = isVariableDeclaration(declaration)
    ? declaration.parent.parent
    : declaration;
  const comment = owner.jsDoc?.at(-1)?.getText();
  return comment === undefined ? "" : `${comment}\n`;
}
