import { createRequire } from "node:module";
import { PLUGIN_ID } from "./errors.ts";

let program = "npx hardhat alpha";

/** Sets how this process was started, if not by Hardhat in a project. */
export function setProgram(command: string): void {
  program = command;
}

/** A command to run next, as in a remedy: `npx hardhat alpha verify --write-lock`. */
export function alphaCommand(...args: readonly string[]): string {
  return [program, ...args].join(" ");
}

/** A word of a command as a shell takes it, in quotes where that is necessary. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word)
    ? word
    : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The version of this package. */
export function packageVersion(): string {
  // Resolved from any file of the package, bundled or not.
  return createRequire(import.meta.url)(`${PLUGIN_ID}/package.json`).version;
}
