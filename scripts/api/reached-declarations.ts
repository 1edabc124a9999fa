import { isIdentifier, type Node } from "typescript/unstable/ast";
import type {
  Project,
  Symbol as TypeScriptSymbol,
} from "typescript/unstable/sync";

import { codeIn } from "./code-in.ts";
import { type OwnDeclaration, ownDeclaration } from "./own-declaration.ts";

/**
 * The declarations of this package that the types of others use, directly or
 * indirectly, without the known ones.
 */
export function reachedDeclarations(
  root: string,
  project: Project,
  {
    from,
    known,
  }: {
    readonly from: readonly Node[];
    readonly known: readonly OwnDeclaration[];
  },
): readonly OwnDeclaration[] {
  const seen = new Set(known.map(({ symbol }) => symbol.id));
  const reached: OwnDeclaration[] = [];
  const queue = [...from];
  for (const node of queue) {
    for (const named of namedIn(project, node)) {
      const own = ownDeclaration(root, project, named);
      if (own !== undefined && !seen.has(own.symbol.id)) {
        seen.add(own.symbol.id);
        reached.push(own);
        queue.push(own.declaration);
      }
    }
  }
  return reached;
}

/** The symbols that the types of a declaration use. */
function namedIn(
  { checker }: Project,
  declaration: Node,
): readonly TypeScriptSymbol[] {
  const code = new Set(codeIn(declaration));
  const identifiers: Node[] = [];
  const visit = (node: Node): void => {
    if (code.has(node)) {
      return;
    }
    if (isIdentifier(node)) {
      identifiers.push(node);
    }
    node.forEachChild(visit);
  };
  visit(declaration);
  return checker
    .getSymbolAtLocation(identifiers)
    .filter((symbol) => symbol !== undefined);
}
