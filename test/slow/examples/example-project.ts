import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { createProject, type TemporaryProject } from "../../support/cli.ts";

const EXAMPLES = fileURLToPath(new URL("../../../examples/", import.meta.url));

/** An example as a project of its own in a temporary folder. Remove it. */
export function createExample(name: string): TemporaryProject {
  const folder = join(EXAMPLES, name);
  const project = createProject(
    readFileSync(join(folder, "hardhat.config.ts"), "utf8"),
  );
  cpSync(folder, project.root, { recursive: true });
  return project;
}

/** The commands that an example's README has, after `npx hardhat`. */
export function exampleCommands(name: string): readonly string[] {
  const readme = readFileSync(join(EXAMPLES, name, "README.md"), "utf8");
  return [...readme.matchAll(/^ {4}npx hardhat (.+)$/gm)].map(
    ([, command = ""]) => command,
  );
}
