import type { AnyNode, Expression, Program } from "acorn";

import { dottedName, walkSyntax } from "./syntax.ts";

/** The exports of a module. */
export interface ModuleExports {
  /** `module.exports = …`, in the order of the file. */
  readonly whole: readonly Expression[];
  /** `export default …` */
  readonly byDefault: Expression | undefined;
  /** `exports.chains = …`, `export const chains`, `export { chains }`. */
  readonly named: ReadonlyMap<string, readonly Expression[]>;
  /** The assignments that export something. */
  readonly assignments: ReadonlySet<AnyNode>;
  /** The first export from another file: `export * from`. */
  readonly elsewhere: AnyNode | undefined;
  /** The first export inside a condition or a function. */
  readonly nested: AnyNode | undefined;
}

/** Finds the exports of an ES or CommonJS module at its top level. */
export function findExports(program: Program): ModuleExports {
  const whole: Expression[] = [];
  const named = new Map<string, Expression[]>();
  const assignments = new Set<AnyNode>();
  let elsewhere: AnyNode | undefined;
  let byDefault: Expression | undefined;
  /** Whether `exports` is still the same object as `module.exports`. */
  let isAlias = true;

  function add(name: string, expression: Expression): void {
    const given = named.get(name) ?? [];
    given.push(expression);
    named.set(name, given);
  }

  /** Adds `exports = module.exports = …` and shorter forms of it. */
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
        // A member of an object that is not exported does not count.
        if (isAlias || dottedName(left).startsWith("module.")) {
          targets.push(target);
        }
      } else if (dottedName(left) === "exports") {
        isOfExports = true;
      } else {
        break;
      }
      expression = right;
    }
    const given = dottedName(expression);
    const isSame =
      given === "module.exports" || (given === "exports" && isAlias);
    if (isSame) {
      isAlias ||= isOfExports;
      return;
    }
    if (targets.includes("")) {
      // This replaces all earlier exports.
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
    } else if (statement.type === "VariableDeclaration") {
      // Compilers write `var _default = exports.default = [];`.
      for (const { init } of statement.declarations) {
        if (init?.type === "AssignmentExpression") {
          addAssigned(init);
        }
      }
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

/** The name of the export that is assigned; empty for `module.exports` itself. */
function exportTarget(target: AnyNode): string | undefined {
  const name = dottedName(target);
  const [, exported] = /^(?:module\.)?exports\.([^.?]+)$/.exec(name) ?? [];
  return name === "module.exports" ? "" : exported;
}

/** Compilers initialise exports with `void 0`. */
function isVoid(node: Expression): boolean {
  return node.type === "UnaryExpression" && node.operator === "void";
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
