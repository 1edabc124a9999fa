import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { buildPackage } from "../package/build-package.ts";
import { ROOT } from "../paths.ts";
import { runInherited } from "../run-inherited.ts";
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

/** One thread takes less of the processor than several, and other checks run beside it. */
export const checkTypes = () => tsc("-p", ".", "--singleThreaded");

/**
 * Compiles the package into an empty dist folder.
 *
 * @param options of tsc, such as `--noCheck`
 */
export async function build(...options: readonly string[]): Promise<number> {
  const code = mkdtempSync(join(tmpdir(), "alpha-build-"));
  try {
    const exitCode = await tsc(
      ...["-p", "tsconfig.build.json", "--outDir", code],
      ...options,
    );
    if (exitCode === 0) {
      await buildPackage(ROOT, code);
    }
    return exitCode;
  } finally {
    rmSync(code, { recursive: true, force: true });
  }
}
