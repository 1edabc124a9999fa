import {
  isBlock,
  isClassDeclaration,
  isMethodDeclaration,
  isPrivateIdentifier,
  isPropertyDeclaration,
  isVariableDeclaration,
  type Node,
} from "typescript/unstable/ast";

/**
 * The parts of a declaration that are not public: bodies of functions, private
 * members of classes, and initializers of variables.
 */
export function codeIn(declaration: Node): readonly Node[] {
  const code: Node[] = [];
  const visit = (node: Node): void => {
    if (isBlock(node) || isPrivateMember(node)) {
      code.push(node);
      return;
    }
    node.forEachChild(visit);
  };
  if (isVariableDeclaration(declaration)) {
    return declaration.initializer === undefined
      ? []
      : [declaration.initializer];
  }
  visit(declaration);
  return code;
}

const isPrivateMember = (node: Node): boolean =>
  isClassDeclaration(node.parent) &&
  (isMethodDeclaration(node) || isPropertyDeclaration(node)) &&
  isPrivateIdentifier(node.name);
