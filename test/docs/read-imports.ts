import { readFileSync } from "node:fs";
import { join, posix } from "node:path";

import { REPOSITORY, repositoryFiles } from "../support/repository-files.ts";

/** One file's use of another, or of a package. */
export interface Import {
  /** From the repository's folder. */
  readonly from: string;
  /** A file of the repository, or a package's name. */
  readonly to: string;
  readonly isPackage: boolean;
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^;"]*?from\s*"([^"]+)"|\bimport\(\s*"([^"]+)"|(?:^|\n)\s*import\s*"([^"]+)"/g;

/** All imports in `src` and `tasks`, those of types and lazy ones included. */
export function readImports(): readonly Import[] {
  return repositoryFiles()
    .filter((path) => /^(src|tasks)\/.*\.ts$/.test(path))
    .flatMap((from) =>
      specifiersIn(readFileSync(join(REPOSITORY, from), "utf8")).map(
        (specifier): Import =>
          specifier.startsWith(".")
            ? {
                from,
                to: posix.join(posix.dirname(from), specifier),
                isPackage: false,
              }
            : { from, to: packageOf(specifier), isPackage: true },
      ),
    );
}

/** What a source imports, in its order. */
export function specifiersIn(source: string): readonly string[] {
  return [...source.matchAll(IMPORT)].map(
    ([, named, lazy, bare]) => named ?? lazy ?? bare ?? "",
  );
}

function packageOf(specifier: string): string {
  const [first = "", second] = specifier.split("/");
  return first.startsWith("@") ? `${first}/${second}` : first;
}

/** The folder of `src` that a file is in, or `tasks`, or the file's own name. */
export function partOf(path: string): string {
  const [top = "", name = ""] = path.split("/");
  return top === "src" ? name.replace(/\.ts$/, "") : top;
}
