import type { AnyNode } from "acorn";
import { applyEdits, type Edit } from "../../base/text-edits.ts";
import type { EngineJob } from "./engine.ts";
import { HELPER } from "./prelude.ts";
import { type PartNames, partsOf } from "./syntax.ts";

/**
 * The parts of a syntax that decide something, or leave what is seen of the text: those
 * of any type, and others by type. The engine itself finds calls of other files'
 * functions, and conversions of their values.
 */
const USES_OF_ANY = ["test", "discriminant", "arguments"];
const USES: PartNames = {
  ArrowFunctionExpression: ["body"],
  BinaryExpression: ["left", "right"],
  LogicalExpression: ["left"],
  ReturnStatement: ["argument"],
  UnaryExpression: ["argument"],
};

const MAY_BE_ELSEWHERE =
  /^(?:Identifier|(?:Member|Call|Chain|Conditional|Logical|Sequence|Assignment|Await)Expression)$/;

/**
 * Prepares a script for the engine: it stops where something depends on another file. No
 * line is moved.
 *
 * @param nodes its whole syntax, outer nodes before inner ones
 */
export function instrument(text: string, nodes: readonly AnyNode[]): EngineJob {
  const edits: Edit[] = [];
  const ends: Edit[] = [];
  const isModule = nodes.some(isModuleSyntax);
  const hasOtherFiles =
    /\brequire\b/.test(text) || nodes.some((node) => "source" in node);

  function replace(start: number, current: string, by: string): void {
    edits.push({ start, end: start + current.length, text: by });
  }

  function wrap({ start, end }: AnyNode, before: string): void {
    edits.push({ start, end: start, text: before });
    ends.push({ start: end, end, text: "))" });
  }

  for (const node of nodes) {
    switch (node.type) {
      case "ObjectExpression":
        for (const part of node.properties) {
          if (part.type === "SpreadElement") {
            wrap(part.argument, `${HELPER}.object((`);
          }
        }
        break;
      case "ImportExpression":
        replace(node.start, "import", `${HELPER}.dynamic`);
        break;
      case "MetaProperty":
        if (node.meta.name === "import") {
          replace(node.start, "import", HELPER);
        }
        break;
      // All of a file is what it exports by default: nobody knows the other names.
      case "ImportNamespaceSpecifier":
        replace(node.start, "*", "{ default");
        replace(node.end, "", " }");
        break;
      case "ExportAllDeclaration":
        if (node.exported) {
          replace(text.indexOf("*", node.start), "*", "{ default");
          replace(node.exported.end, "", " }");
        }
        break;
      default:
        break;
    }
    if (!hasOtherFiles) {
      continue;
    }
    if (node.type === "ArrayExpression") {
      wrap(node, `${HELPER}.list((`);
    }
    const operator =
      node.type === "UnaryExpression" ? node.operator : undefined;
    const names = [...USES_OF_ANY, ...(USES[node.type] ?? [])];
    for (const used of operator === "delete" ? [] : partsOf(node, names)) {
      // Asking for the type of a name that nothing declares is no error.
      const isAsked = operator === "typeof" && used.type === "Identifier";
      if (isAsked) {
        const { name } = used;
        wrap(
          used,
          `(typeof ${name} === "undefined" ? undefined : ${HELPER}.use(`,
        );
      } else if (MAY_BE_ELSEWHERE.test(used.type)) {
        wrap(used, `${HELPER}.use((`);
      }
    }
  }
  const bare = text.replace(/^\uFEFF/, " ").replace(/^( ?)#!/, "$1//");
  const code = applyEdits(bare, [...ends.toReversed(), ...edits]);
  return {
    isModule,
    elsewhere: elsewhereOf(nodes, text),
    code: isModule
      ? code
      : `${HELPER}.load(function (exports, require, module) {${code}\n})`,
  };
}

function isModuleSyntax(node: AnyNode): boolean {
  return (
    /^(?:Import|Export)\w*Declaration$/.test(node.type) ||
    (node.type === "MetaProperty" && node.meta.name === "import")
  );
}

/** The text of any other file, with all names that are imported from others. */
function elsewhereOf(nodes: readonly AnyNode[], text: string): string {
  const names = nodes.flatMap((node) => {
    const isImport = node.type === "ImportSpecifier";
    const name = isImport
      ? node.imported
      : node.type === "ExportSpecifier" && node.local;
    return name ? `all as ${text.slice(name.start, name.end)}` : [];
  });
  const exported = new Set(["all as default", ...names]);
  return `const all = ${HELPER}.elsewhere; export { ${[...exported].join()} };`;
}
