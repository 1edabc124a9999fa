import { chmodSync } from "node:fs";
import { delimiter, join } from "node:path";

import { configWith, NEW_CHAINS } from "../../e2e/run-alpha.ts";
import { createProject, type TemporaryProject } from "../../support/cli.ts";
import { guardedEnvironment } from "../../support/guarded-environment.ts";
import { REPOSITORY } from "../../support/repository-files.ts";
import { type ProcessResult, runProgram } from "../../support/run-program.ts";

export interface CiProject extends TemporaryProject {
  /** With an `npx` that runs the project's Hardhat with this process's Node. */
  readonly env: NodeJS.ProcessEnv;
  /** Adds a program to PATH. */
  readonly addProgram: (name: string, script: string) => void;
  /** Runs a shell command in the project. */
  readonly run: (
    command: string,
    env?: NodeJS.ProcessEnv,
  ) => Promise<ProcessResult>;
}

/** A user's project as a CI has it, with nothing but variables set. Remove it. */
export function createCiProject(
  variables: Readonly<Record<string, string>>,
): CiProject {
  const project = createProject(configWith(NEW_CHAINS));
  const addProgram = (name: string, script: string) =>
    chmodSync(
      project.write(`programs/${name}`, `#!/bin/sh\n${script}\n`),
      0o755,
    );
  const cli = join(REPOSITORY, "node_modules/hardhat/dist/src/cli.js");
  addProgram(
    "npx",
    `[ "$1" = --no ] && shift\n[ "$1" = hardhat ] || exit 127\nshift\nexec '${process.execPath}' '${cli}' "$@"`,
  );
  const guarded = guardedEnvironment(process.env);
  const env = {
    ...guarded,
    PATH: `${project.at("programs")}${delimiter}${guarded["PATH"] ?? ""}`,
    ...variables,
  };
  return {
    ...project,
    env,
    addProgram,
    run: async (command, more) =>
      await runProgram("sh", ["-ec", command], {
        cwd: project.root,
        env: { ...env, ...more },
      }),
  };
}
