import { cpSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { guardedEnvironment } from "./guarded-environment.ts";
import { npm } from "./npm.ts";
import { REPOSITORY, repositoryFiles } from "./repository-files.ts";
import { runNode } from "./run-node.ts";

/**
 * Packs the package as npm does for publishing, from a copy of the repository: the
 * build deletes `dist`, which other tests read meanwhile. The build is started here
 * and not by npm, whose script would install what package-lock.json lists into the
 * linked `node_modules` of the repository, deleting everything in it first.
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
  const build = await runNode([join(copy, "scripts/commands/build.ts")], {
    cwd: copy,
    env: guardedEnvironment(process.env),
    timeout: 120_000,
  });
  if (build.code !== 0) {
    throw new Error(`the build ended with ${build.code}:\n${build.stdout}`);
  }
  const { code, output } = await npm(copy, [
    "pack",
    "--ignore-scripts",
    "--pack-destination",
    folder,
  ]);
  const archive = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  if (code !== 0 || archive === undefined) {
    throw new Error(`npm pack ended with ${code}:\n${output}`);
  }
  return join(folder, archive);
}
