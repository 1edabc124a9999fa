import { spawn } from "node:child_process";

import { childExitCode } from "./bootstrap/install-state.mjs";
import { ROOT } from "./paths.ts";

/** Runs a program with the output of this process, and returns its exit code. */
export async function runInherited(
  [file, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  const child = spawn(file, args, {
    cwd: ROOT,
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  return await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(childExitCode(code, signal)));
  });
}
