import type { AnyNode, ImportDeclaration, Literal } from "acorn";
import { applyEdits, type Edit } from "../../base/text-edits.ts";
import type { EngineJob } from "./engine.ts";
import { HELPER } from "./prelude.ts";
import { type PartNames, partsOf } from "./syntax.ts";

/** What other files export, as a variable of a module. */
const OTHER = `${HELPER}Elsewhere`;

/**
 * The parts of a syntax that decide something, or leave what is seen of the text. The
 * engine itself finds calls of other files' functions, and conversions of their values.
 */
const USES: PartNames = {
  ArrowFunctionExpression: ["body"],
  BinaryExpression: ["left", "right"],
  CallExpression: ["arguments"],
  ConditionalExpression: ["test"],
  DoWhileStatement: ["test"],
  ForStatement: ["test"],
  IfStatement: ["test"],
  LogicalExpression: ["left"],
  NewExpression: ["arguments"],
  ReturnStatement: ["argument"],
  SwitchCase: ["test"],
  SwitchStatement: ["discriminant"],
  UnaryExpression: ["argument"],
  WhileStatement: ["test"],
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

  function replace(start: number, end: number, by: string): void {
    const lineEnds = text
      .slice(start, end)
      .replaceAll(/[^\n\r\u2028\u2029]/g, "");
    edits.push({ start, end, text: `${by}${lineEnds}` });
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
        replace(node.start, node.start + "import".length, `${HELPER}.dynamic`);
        break;
      case "MetaProperty":
        if (node.meta.name === "import") {
          replace(node.start, node.end, `${HELPER}.meta`);
        }
        break;
      case "ImportDeclaration":
        replace(node.start, node.end, importOf(node, text));
        break;
      case "ExportAllDeclaration":
        replace(node.start, node.end, ";");
        break;
      case "ExportNamedDeclaration":
        if (node.source) {
          const exported = node.specifiers.map(
            (one) => `${OTHER} as ${textOf(one.exported, text)}`,
          );
          replace(node.start, node.end, `export { ${exported.join()} };`);
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
    for (const used of operator === "delete" ? [] : partsOf(node, USES)) {
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
    code: isModule
      ? `const ${OTHER} = ${HELPER}.elsewhere; ${code}`
      : `${HELPER}.load(function (exports, require, module) {${code}\n})`,
  };
}

function isModuleSyntax(node: AnyNode): boolean {
  return (
    /^(?:Import|Export)\w*Declaration$/.test(node.type) ||
    (node.type === "MetaProperty" && node.meta.name === "import")
  );
}

/** Constants in place of what a module imports. */
function importOf(
  { specifiers, source }: ImportDeclaration,
  text: string,
): string {
  const from = `${HELPER}.imported(${textOf(source, text)})`;
  return specifiers
    .map((specifier) => {
      const { type, local } = specifier;
      if (type === "ImportNamespaceSpecifier") {
        return `const ${local.name} = ${from};`;
      }
      const name =
        type === "ImportSpecifier"
          ? textOf(specifier.imported, text)
          : "default";
      return `const { ${name}: ${local.name} } = ${from};`;
    })
    .concat(";")
    .join(" ");
}

function textOf({ start, end }: AnyNode | Literal, text: string): string {
  return text.slice(start, end);
}
