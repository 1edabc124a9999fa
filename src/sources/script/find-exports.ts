import type { AnyNode, Expression, Program } from "acorn";

import { walkSyntax } from "./syntax.ts";

/** What a module gives to who loads it, as far as its text says. */
export interface ModuleExports {
  /** `module.exports = …`, in the file's order. */
  readonly whole: readonly Expression[];
  /** `export default …` */
  readonly byDefault: Expression | undefined;
  /** `exports.chains = …`, `export const chains`, `export { chains }`. */
  readonly named: ReadonlyMap<string, readonly Expression[]>;
  /** The nodes that are assignments to `exports`. */
  readonly assignments: ReadonlySet<AnyNode>;
  /** Where something is passed on from another file. */
  readonly elsewhere: AnyNode | undefined;
  /** Where something is exported under a condition, or in a function. */
  readonly nested: AnyNode | undefined;
}

/** The exports of a module, ES or CommonJS, at its top level. */
export function findExports(program: Program): ModuleExports {
  const whole: Expression[] = [];
  const named = new Map<string, Expression[]>();
  const assignments = new Set<AnyNode>();
  let elsewhere: AnyNode | undefined;
  let byDefault: Expression | undefined;
  /** Whether `exports` is `module.exports`. */
  let isAlias = true;

  function add(name: string, expression: Expression): void {
    const given = named.get(name) ?? [];
    given.push(expression);
    named.set(name, given);
  }

  /** `exports = module.exports = …`, and all shorter ones. */
  function addAssigned(statement: Expression): void {
    let expression = statement;
    const targets: string[] = [];
    let isOfExports = false;
    while (
      expression.type === "AssignmentExpression" &&
      expression.operator === "="
    ) {
      const { left, right } = expression;
      const target = exportTarget(left);
      if (target !== undefined) {
        assignments.add(expression);
        // A name of an object that nobody gets is lost.
        if (isAlias || startsAtModule(left)) {
          targets.push(target);
        }
      } else if (isExportsName(left)) {
        isOfExports = true;
      } else {
        break;
      }
      expression = right;
    }
    const isSame = isExportsName(expression)
      ? isAlias
      : isModuleExports(expression);
    if (isSame) {
      isAlias ||= isOfExports;
      return;
    }
    if (targets.includes("")) {
      // What was exported before is lost.
      named.clear();
      isAlias = isOfExports;
    } else if (isOfExports) {
      isAlias = false;
    }
    for (const target of new Set(targets)) {
      if (target === "") {
        whole.push(expression);
      } else if (!isVoid(expression)) {
        add(target, expression);
      }
    }
  }

  for (const statement of program.body) {
    if (statement.type === "ExportDefaultDeclaration") {
      const { declaration } = statement;
      byDefault = isDeclaration(declaration) ? undefined : declaration;
    } else if (statement.type === "ExportNamedDeclaration") {
      const { declaration, source } = statement;
      if (declaration?.type === "VariableDeclaration") {
        for (const { id } of declaration.declarations) {
          if (id.type === "Identifier") {
            add(id.name, id);
          }
        }
      }
      for (const { exported, local } of statement.specifiers) {
        const name = exportedName(exported);
        if (source) {
          elsewhere ??= statement;
        } else if (local.type === "Identifier" && name === "default") {
          byDefault = local;
        } else if (local.type === "Identifier") {
          add(name, local);
        }
      }
    } else if (statement.type === "ExportAllDeclaration") {
      elsewhere ??= statement;
    } else if (statement.type === "ExpressionStatement") {
      addAssigned(statement.expression);
    }
  }
  const nested = [...walkSyntax(program)].find(
    (node) =>
      node.type === "AssignmentExpression" &&
      !assignments.has(node) &&
      exportTarget(node.left) !== undefined,
  );
  return { whole, byDefault, named, assignments, elsewhere, nested };
}

/** The name that is assigned to; the empty one for `module.exports` itself. */
function exportTarget(target: AnyNode): string | undefined {
  if (isModuleExports(target)) {
    return "";
  }
  if (target.type !== "MemberExpression" || target.computed) {
    return undefined;
  }
  const { object, property } = target;
  const isExports = isModuleExports(object) || isExportsName(object);
  return isExports && property.type === "Identifier"
    ? property.name
    : undefined;
}

function startsAtModule(target: AnyNode): boolean {
  return (
    isModuleExports(target) ||
    (target.type === "MemberExpression" && isModuleExports(target.object))
  );
}

function isExportsName(node: AnyNode): boolean {
  return node.type === "Identifier" && node.name === "exports";
}

/** What compilers declare the exports with, before they have values. */
function isVoid(node: Expression): boolean {
  return node.type === "UnaryExpression" && node.operator === "void";
}

function isModuleExports(node: AnyNode): boolean {
  return (
    node.type === "MemberExpression" &&
    !node.computed &&
    node.object.type === "Identifier" &&
    node.object.name === "module" &&
    node.property.type === "Identifier" &&
    node.property.name === "exports"
  );
}

function exportedName(node: AnyNode): string {
  return node.type === "Identifier"
    ? node.name
    : node.type === "Literal"
      ? String(node.value)
      : "";
}

function isDeclaration(
  node: Extract<AnyNode, { type: "ExportDefaultDeclaration" }>["declaration"],
): node is Exclude<typeof node, Expression> {
  return (
    node.type === "FunctionDeclaration" || node.type === "ClassDeclaration"
  );
}
