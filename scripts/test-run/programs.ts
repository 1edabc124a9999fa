import { rmSync } from "node:fs";
import { join } from "node:path";

import { useJsSpecifiers } from "../entries/published-declarations.ts";
import { writeAbiEntry } from "../entries/write-abi-entry.ts";
import { writeDataEntry } from "../entries/write-data-entry.ts";
import { ROOT } from "../paths.ts";
import { runInherited } from "../run-inherited.ts";
import { bundleStartUp } from "../start-up/bundle-start-up.ts";
import { writePageAssets } from "../wallet-page/write-page-assets.ts";
import { usesColors } from "./uses-colors.ts";

const COLORS = usesColors();
const BIOME_COLORS = `--colors=${COLORS ? "force" : "off"}`;

/** Runs the program of a development dependency, and returns its exit code. */
function run(script: string, ...args: string[]): Promise<number> {
  const path = join(ROOT, "node_modules", script);
  return runInherited([process.execPath, path, ...args]);
}

const biome = (...args: string[]) =>
  run("@biomejs/biome/bin/biome", ...args, BIOME_COLORS);

const tsc = (...args: string[]) =>
  run("typescript/bin/tsc", ...args, "--pretty", String(COLORS));

export const checkFormatAndLint = () => biome("ci", "--error-on-warnings");

export const format = () => biome("check", "--write");

export const checkDeadCode = () =>
  run("knip/bin/knip.js", "--no-progress", "--no-config-hints");

export const checkTypes = () => tsc("-p", ".");

/** Compiles the package into an empty dist folder. */
export async function build(): Promise<number> {
  const code = join(ROOT, "dist");
  rmSync(code, { recursive: true, force: true });
  const exitCode = await tsc("-p", "tsconfig.build.json");
  if (exitCode === 0) {
    useJsSpecifiers(code);
    await writeDataEntry(code, "src/chains");
    await writeAbiEntry(code);
    await writePageAssets(code);
    await bundleStartUp(code);
  }
  return exitCode;
}
