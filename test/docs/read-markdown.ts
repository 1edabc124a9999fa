import { readFileSync } from "node:fs";
import { join } from "node:path";

import { REPOSITORY, repositoryFiles } from "../support/repository-files.ts";

/** A Markdown file of the repository, as far as links go. */
export interface MarkdownFile {
  /** From the repository's folder. */
  readonly path: string;
  readonly links: readonly string[];
  /** What links within it may name, as GitHub makes them of headings. */
  readonly anchors: ReadonlySet<string>;
  /** Files and folders of this repository that the text names as code. */
  readonly named: readonly string[];
}

const FENCED = /^( *)(```+)[^\n]*\n[\s\S]*?^\1\2 *$/gm;
const CODE = /`([^`\n]+)`/g;
const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;
const REPOSITORY_PATH =
  /^(?:src|tasks|test|scripts|docs|schemas|examples|bench|skills|\.github|\.changeset)\/[\w@./-]*$/;

/** All Markdown files of the repository. */
export function markdownFiles(): readonly MarkdownFile[] {
  return repositoryFiles()
    .filter(isDocument)
    .map((path) =>
      readMarkdown(path, readFileSync(join(REPOSITORY, path), "utf8")),
    );
}

/** Whether a file has Markdown. */
export function isDocument(path: string): boolean {
  return path.endsWith(".md") || path === "llms.txt";
}

/** The links, anchors and named files of a text, fenced blocks left out. */
export function readMarkdown(path: string, source: string): MarkdownFile {
  const text = source.replace(FENCED, "");
  const seen = new Map<string, number>();
  const anchors = [...text.matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(
    ([, heading = ""]) => {
      const slug = slugOf(heading);
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${count}`;
    },
  );
  return {
    path,
    links: [...text.replace(CODE, "code").matchAll(LINK)].map(
      ([, target = ""]) => target,
    ),
    anchors: new Set(anchors),
    named: [...text.matchAll(CODE)]
      .map(([, code = ""]) => code)
      .filter((code) => REPOSITORY_PATH.test(code)),
  };
}

function slugOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{Pc}\- ]/gu, "")
    .trim()
    .replaceAll(" ", "-");
}
