import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's folder. */
export const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));

/** What is made here and not kept in git: .gitignore. */
const NOT_OURS = new Set([
  ".git",
  "node_modules",
  "dist",
  "artifacts",
  "cache",
  "coverage",
]);

/** The repository's files from its folder, with slashes, sorted. */
export function repositoryFiles(): readonly string[] {
  return filesIn(REPOSITORY)
    .map((path) => relative(REPOSITORY, path).split(sep).join("/"))
    .filter((path) => !/\.(tgz|log|tmp)$/.test(path))
    .sort();
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return NOT_OURS.has(entry.name) ? [] : filesIn(path);
    }
    return entry.isFile() ? [path] : [];
  });
}
