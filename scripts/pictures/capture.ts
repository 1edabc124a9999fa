import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { guardedEnvironment } from "../../test/support/guarded-environment.ts";
import { HARDHAT_CLI, ROOT } from "../paths.ts";
import { CAPTION, type Capture } from "./captures.ts";
import { terminalPicture } from "./terminal-picture.ts";

/**
 * Runs a command with colours, and without access to other machines.
 *
 * @returns the picture of its output
 * @throws {Error} if its exit code is not 0.
 */
export async function capture({ args }: Capture): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [HARDHAT_CLI, ...args],
    {
      cwd: ROOT,
      env: { ...guardedEnvironment(process.env), FORCE_COLOR: "1" },
      timeout: 60_000,
    },
  );
  return terminalPicture({
    command: `npx hardhat ${args.join(" ")}`,
    output: stdout,
    caption: CAPTION,
  });
}
