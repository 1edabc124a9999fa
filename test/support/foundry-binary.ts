import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * The path of a native program of npm's Foundry, which this machine's platform
 * package holds: the package's own script would be another process.
 */
export function foundryBinary(program: "anvil" | "cast"): string {
  const arch = process.arch === "x64" ? "amd64" : process.arch;
  const requireHere = createRequire(import.meta.url);
  const requireThere = createRequire(
    requireHere.resolve(`@foundry-rs/${program}/package.json`),
  );
  const manifest = requireThere.resolve(
    `@foundry-rs/${program}-${process.platform}-${arch}/package.json`,
  );
  const suffix = process.platform === "win32" ? ".exe" : "";
  return join(dirname(manifest), "bin", `${program}${suffix}`);
}
