import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

import { configWith, NEW_CHAINS } from "../../e2e/run-alpha.ts";
import { createProject, type TemporaryProject } from "../../support/cli.ts";
import { guardedEnvironment } from "../../support/guarded-environment.ts";

export const REPOSITORY = fileURLToPath(new URL("../../../", import.meta.url));

export interface CiProject extends TemporaryProject {
  /** With an `npx` that runs the project's Hardhat with this process's Node. */
  readonly env: NodeJS.ProcessEnv;
}

/** A user's project as a CI has it, with nothing but variables set. Remove it. */
export function createCiProject(
  variables: Readonly<Record<string, string>>,
): CiProject {
  const project = createProject(configWith(NEW_CHAINS));
  const programs = join(project.root, "programs");
  mkdirSync(programs);
  const npx = join(programs, "npx");
  const cli = join(REPOSITORY, "node_modules/hardhat/dist/src/cli.js");
  writeFileSync(
    npx,
    `#!/bin/sh\n[ "$1" = --no ] && shift\n[ "$1" = hardhat ] || exit 127\nshift\nexec '${process.execPath}' '${cli}' "$@"\n`,
  );
  chmodSync(npx, 0o755);
  const env = guardedEnvironment(process.env);
  return {
    ...project,
    env: {
      ...env,
      PATH: `${programs}${delimiter}${env["PATH"] ?? ""}`,
      ...variables,
    },
  };
}
