import { writeFileSync } from "node:fs";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import hardhatAlphaNetworks from "../../src/index.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { withEnvironment } from "../support/with-environment.ts";

/** A project's folder with these files, for as long as `act` runs. */
export async function inProject<T>(
  files: Readonly<Record<string, string | Uint8Array>>,
  act: (root: string) => Promise<T>,
): Promise<T> {
  using folder = temporaryFolder({ "package.json": "{}" });
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(folder.write(name, ""), content);
  }
  return await act(folder.root);
}

export interface StartedProject {
  readonly hre: HardhatRuntimeEnvironment;
  /** What the plugin said on stderr. */
  readonly warnings: readonly string[];
}

/** Starts Hardhat in a folder with any value under `alpha`. */
export async function startIn(
  root: string,
  alpha: unknown,
): Promise<StartedProject> {
  const warnings: string[] = [];
  const { warn } = console;
  console.warn = (message: unknown) => {
    warnings.push(String(message));
  };
  try {
    const config: object = { plugins: [hardhatAlphaNetworks], alpha };
    const hre = await withEnvironment({}, () =>
      createHardhatRuntimeEnvironment(config, {}, root),
    );
    return { hre, warnings };
  } finally {
    console.warn = warn;
  }
}

/** Starts Hardhat in a new project with these files and sources. */
export async function startWith(
  files: Readonly<Record<string, string | Uint8Array>>,
  sources: readonly unknown[],
  alpha: object = {},
): Promise<StartedProject> {
  return await inProject(files, (root) => startIn(root, { ...alpha, sources }));
}
