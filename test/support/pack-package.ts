import { cpSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { npm } from "./npm.ts";
import { REPOSITORY, repositoryFiles } from "./repository-files.ts";

/**
 * Packs the package as npm does for publishing, build included, from a copy of
 * the repository: the build deletes `dist`, which other tests read meanwhile.
 *
 * @param folder An empty one, which becomes the copy's and the archive's.
 * @returns The archive's path.
 */
export async function packPackage(folder: string): Promise<string> {
  const copy = join(folder, "repository");
  for (const file of repositoryFiles()) {
    cpSync(join(REPOSITORY, file), join(copy, file));
  }
  symlinkSync(
    join(REPOSITORY, "node_modules"),
    join(copy, "node_modules"),
    "junction",
  );
  const { code, output } = await npm(copy, [
    "pack",
    "--pack-destination",
    folder,
  ]);
  const archive = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  if (code !== 0 || archive === undefined) {
    throw new Error(`npm pack ended with ${code}:\n${output}`);
  }
  return join(folder, archive);
}
