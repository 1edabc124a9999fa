import { join } from "node:path";

import {
  isFunctionDeclaration,
  isVariableDeclaration,
  type Node,
} from "typescript/unstable/ast";
import { type Project, SymbolFlags } from "typescript/unstable/sync";

import manifest from "../../package.json" with { type: "json" };
import { markdownTable } from "./markdown-table.ts";
import { withProject } from "./with-project.ts";

const INTRODUCTION = `# API

What the package exports. Your editor shows the types and the whole comments; [scripts](scripts.md) shows how
to use them. Exports follow [Semantic Versioning](https://semver.org); anything else may change with any
release.`;
const MAX_LENGTH = 115;

/** The text of docs/api.md: a line for each export of the package. */
export function apiPage(root: string): string {
  return withProject(root, "tsconfig.build.json", (project) => {
    const sections = Object.keys(manifest.exports)
      .filter((entry) => !/\*|json$/.test(entry))
      .map((entry) => {
        const rows = exportsOf(project, root, entry);
        const table = markdownTable(["name", "description"], rows);
        return `## \`${manifest.name}${entry.slice(1)}\`\n\n${table}`;
      });
    return `${[INTRODUCTION, ...sections].join("\n\n")}\n`;
  });
}

/** The rows of an entry's table: each export and its description. */
function exportsOf(project: Project, root: string, entry: string) {
  const { checker, program } = project;
  const path = `src/${entry === "." ? "index" : entry.slice(2)}.ts`;
  const file = program.getSourceFile(join(root, path));
  const module = file && checker.getSymbolAtLocation(file);
  return (module ? checker.getExportsOfModule(module) : [])
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((symbol) => {
      const isAlias = (symbol.flags & SymbolFlags.Alias) !== 0;
      const target = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
      const node = target.declarations[0]?.resolve(project);
      if (node === undefined) {
        throw new Error(`${path}: ${symbol.name} has no declaration`);
      }
      return [`\`${symbol.name}${parametersOf(node)}\``, summaryOf(node)];
    });
}

function parametersOf(node: Node): string {
  if (!isFunctionDeclaration(node)) {
    return "";
  }
  const names = node.parameters.map(({ name }) => name.getText());
  return onOneLine(`(${names.join(", ")})`);
}

/** The first sentence of its comment, or the beginning of its declaration. */
function summaryOf(node: Node): string {
  // The comment of a variable belongs to its statement.
  const owner = isVariableDeclaration(node) ? node.parent.parent : node;
  const comment = owner.jsDoc?.at(-1)?.getText() ?? "";
  if (comment.startsWith("/**")) {
    const text = onOneLine(comment.replace(/^\/\*\*|\*\/$|^\s*\*/gm, ""));
    return shortened(text.split(/\.? @|\. /)[0] ?? "");
  }
  const text = isVariableDeclaration(node)
    ? `const ${node.name.getText()}`
    : node.getText();
  return `\`${shortened(onOneLine(text.replace(/^export |\{[\s\S]*|;$/g, "")))}\``;
}

const onOneLine = (text: string) => text.replace(/\s+/g, " ").trim();

function shortened(text: string): string {
  const isLong = text.length > MAX_LENGTH;
  const end = isLong ? text.lastIndexOf(" ", MAX_LENGTH - 1) : text.length;
  return `${text.slice(0, end).replace(/[.,:;]$/, "")}${isLong ? "…" : ""}`;
}
