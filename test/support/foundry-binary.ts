import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The path of a native program of npm's Foundry. */
export function foundryBinary(program: "anvil" | "cast"): string {
  return foundryProgram(program, import.meta.dirname);
}

/** The version of the installed programs. */
export function foundryVersion(): string {
  return String(
    createRequire(import.meta.url)("@foundry-rs/anvil/package.json").version,
  );
}

/**
 * The path of a program that a folder has installed. This machine's platform package
 * holds it: the package's own script would be another process.
 */
export function foundryProgram(program: string, folder: string): string {
  const arch = process.arch === "x64" ? "amd64" : process.arch;
  const requireHere = createRequire(join(folder, "package.json"));
  const requireThere = createRequire(
    requireHere.resolve(`@foundry-rs/${program}/package.json`),
  );
  const manifest = requireThere.resolve(
    `@foundry-rs/${program}-${process.platform}-${arch}/package.json`,
  );
  const suffix = process.platform === "win32" ? ".exe" : "";
  return join(dirname(manifest), "bin", `${program}${suffix}`);
}
