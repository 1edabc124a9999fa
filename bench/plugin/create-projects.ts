import { cpSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "../../scripts/paths.ts";
import {
  createProject,
  type TemporaryProject,
} from "../../test/support/cli.ts";
import { CONNECTION_SCRIPT, PROJECT_CONFIGS } from "./commands.ts";

const PACKAGE = "hardhat-alpha-networks";
/** What the plugin reads of its package, and its manifest. */
const PACKAGE_FILES = ["package.json", "dist", "contracts", "schemas"];

export type BenchProjects = Readonly<
  Record<keyof typeof PROJECT_CONFIGS, TemporaryProject>
>;

/**
 * Creates the projects in temporary folders. The built package is copied into their
 * `node_modules`: Node and Hardhat treat a link to the repository differently.
 */
export function createProjects(): BenchProjects {
  const none = createBenchProject(PROJECT_CONFIGS.none);
  // All projects of a process have the same packages.
  const folder = join(none.root, "node_modules", PACKAGE);
  unlinkSync(folder);
  for (const file of PACKAGE_FILES) {
    cpSync(join(ROOT, file), join(folder, file), { recursive: true });
  }
  return {
    none,
    viem: createBenchProject(PROJECT_CONFIGS.viem),
    alpha: createBenchProject(PROJECT_CONFIGS.alpha),
  };
}

function createBenchProject(config: string): TemporaryProject {
  const project = createProject(config, { from: "dist" });
  writeFileSync(
    join(project.root, CONNECTION_SCRIPT.name),
    CONNECTION_SCRIPT.text,
  );
  return project;
}
