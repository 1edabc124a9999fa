import type {
  AnyNode,
  ArrayExpression,
  ImportDeclaration,
  ImportSpecifier,
  ObjectExpression,
} from "acorn";
import { applyEdits, type Edit } from "../../base/text-edits.ts";
import { isIdentifier, targetsIn } from "./syntax.ts";

/** An object or array that a script writes out. */
export type CollectionLiteral = ObjectExpression | ArrayExpression;

export interface InstrumentedScript {
  readonly code: string;
  readonly isModule: boolean;
  /** The code of the modules that it imports, by the names that it has for them. */
  readonly modules: readonly string[];
  /** The name of the object that the engine declares. */
  readonly helper: string;
  /** What the script reports as the origin of its objects and arrays. */
  readonly literals: readonly CollectionLiteral[];
}

interface OrderedEdit extends Edit {
  /** Of edits at the same offset, the lowest first. */
  readonly order: number;
}

/** Puts the ends of what is wrapped before everything else at the same offset. */
const FIRST = 2 ** 31;

/**
 * Prepares a script for the engine. It reports the literals that its objects and arrays
 * come from, and what they spread, and it stops where something depends on another file.
 * No line is moved.
 *
 * @param nodes its whole syntax
 */
export function instrument(
  text: string,
  nodes: readonly AnyNode[],
): InstrumentedScript {
  const helper = unusedName(text);
  const isModule = nodes.some(isModuleSyntax);
  const literals: CollectionLiteral[] = [];
  const modules: string[] = [];
  const edits: OrderedEdit[] = [];

  function replace({ start, end }: Omit<Edit, "text">, by: string) {
    edits.push({ start, end, text: by, order: 1 });
  }

  function wrap({ start, end }: AnyNode, before: string, after: string): void {
    edits.push(
      { start, end: start, text: before, order: -end },
      { start: end, end, text: after, order: -start - FIRST },
    );
  }

  /** @param specifiers the names that are imported */
  function importFrom(
    source: AnyNode,
    end: number,
    specifiers: readonly string[],
  ): void {
    const isProcess =
      source.type === "Literal" &&
      /^(?:node:)?process$/.test(String(source.value));
    replace({ start: source.start, end: source.end }, `"${modules.length}"`);
    // JSON is imported with attributes, which the engine does not know.
    replace(
      { start: source.end, end },
      lineEndsOf(text.slice(source.end, end)),
    );
    modules.push(
      specifiers
        .map((name, index) =>
          isProcess
            ? `const v${index} = ${helper}.process${name === '"default"' || name === "*" ? "" : `[${name}]`};`
            : `const v${index} = ${helper}.elsewhere;`,
        )
        .concat(
          specifiers.map(
            (name, index) =>
              `export { v${index} as ${name === "*" ? '"*"' : name} };`,
          ),
        )
        .join("\n"),
    );
  }

  for (const node of nodes) {
    switch (node.type) {
      case "ObjectExpression":
      case "ArrayExpression": {
        const parts =
          node.type === "ObjectExpression" ? node.properties : node.elements;
        const spreads = parts.filter((part) => part?.type === "SpreadElement");
        wrap(
          node,
          `${helper}.made(${literals.length}, ${spreads.length}, `,
          ")",
        );
        for (const { argument } of spreads) {
          wrap(argument, `${helper}.spread((`, "))");
        }
        literals.push(node);
        break;
      }
      case "ImportExpression":
        replace(
          { start: node.start, end: node.start + "import".length },
          `${helper}.dynamic`,
        );
        break;
      case "MetaProperty":
        if (node.meta.name === "import") {
          replace(node, `${helper}.meta`);
        }
        break;
      case "ImportDeclaration": {
        for (const specifier of node.specifiers) {
          if (specifier.type === "ImportNamespaceSpecifier") {
            // The names of a real namespace would have to be known.
            replace(specifier, `{ "*" as ${specifier.local.name} }`);
          }
        }
        importFrom(node.source, node.end, node.specifiers.map(importedName));
        break;
      }
      case "ExportAllDeclaration":
      case "ExportNamedDeclaration":
        if (node.source) {
          const names =
            node.type === "ExportNamedDeclaration"
              ? node.specifiers.map(({ local }) => quotedName(local))
              : [];
          importFrom(node.source, node.end, names);
        }
        break;
      default:
        break;
    }
  }
  if (modules.length > 0 || /\brequire\b/.test(text)) {
    const declared = declaredNames(nodes);
    for (const node of nodes) {
      for (const used of usesOf(node, declared)) {
        wrap(used, `${helper}.use((`, "))");
      }
    }
  }
  const bare = text.replace(/^\uFEFF/, " ").replace(/^( ?)#!/, "$1//");
  const ordered = edits.toSorted((one, other) => one.order - other.order);
  const code = applyEdits(bare, ordered);
  return {
    code: isModule
      ? code
      : `${helper}.load(function (exports, require, module) {${code}\n})`,
    isModule,
    modules,
    helper,
    literals,
  };
}

function unusedName(text: string): string {
  let name = "$alpha";
  while (text.includes(name)) {
    name += "_";
  }
  return name;
}

function isModuleSyntax(node: AnyNode): boolean {
  return (
    /^(?:Import|Export)\w*Declaration$/.test(node.type) ||
    (node.type === "MetaProperty" && node.meta.name === "import")
  );
}

/** `*` for all names. */
function importedName(
  specifier: ImportDeclaration["specifiers"][number],
): string {
  switch (specifier.type) {
    case "ImportDefaultSpecifier":
      return '"default"';
    case "ImportNamespaceSpecifier":
      return "*";
    case "ImportSpecifier":
      return quotedName(specifier.imported);
  }
}

function quotedName(name: ImportSpecifier["imported"]): string {
  return JSON.stringify(name.type === "Identifier" ? name.name : name.value);
}

function lineEndsOf(text: string): string {
  return `;${text.replaceAll(/[^\n\r\u2028\u2029]/g, "")}`;
}

/** The names that may be those of other files' values. */
function declaredNames(nodes: readonly AnyNode[]): ReadonlySet<string> {
  return new Set(
    nodes
      .flatMap((node): readonly AnyNode[] =>
        node.type === "VariableDeclarator"
          ? targetsIn(node.id)
          : node.type === "ImportDeclaration"
            ? node.specifiers.map(({ local }) => local)
            : [],
      )
      .filter(isIdentifier)
      .map(({ name }) => name),
  );
}

/**
 * The expressions of a node that decide something, or leave what is seen of the text. The
 * engine itself finds calls of other files' functions, and conversions of their values.
 */
function usesOf(
  node: AnyNode,
  declared: ReadonlySet<string>,
): readonly AnyNode[] {
  switch (node.type) {
    case "ConditionalExpression":
    case "IfStatement":
    case "WhileStatement":
    case "DoWhileStatement":
    case "ForStatement":
      return among(node.test);
    case "LogicalExpression":
      return among(node.left);
    case "BinaryExpression":
      return among(node.left, node.right);
    case "UnaryExpression": {
      const { argument, operator } = node;
      const isUndeclared =
        argument.type === "Identifier" && !declared.has(argument.name);
      return operator === "!" || (operator === "typeof" && !isUndeclared)
        ? among(argument)
        : [];
    }
    case "SwitchStatement":
      return among(node.discriminant, ...node.cases.map(({ test }) => test));
    case "CallExpression":
    case "NewExpression":
      return among(...node.arguments);
    case "ReturnStatement":
      return among(node.argument);
    case "ArrowFunctionExpression":
      return among(node.body);
    default:
      return [];
  }
}

const MAY_BE_ELSEWHERE =
  /^(?:Identifier|(?:Member|Call|Chain|Conditional|Logical|Sequence|Assignment|Await)Expression)$/;

function among(
  ...nodes: readonly (AnyNode | null | undefined)[]
): readonly AnyNode[] {
  return nodes.filter(
    (node): node is AnyNode => node != null && MAY_BE_ELSEWHERE.test(node.type),
  );
}
