import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { guardedEnvironment } from "../../test/support/guarded-environment.ts";
import { HARDHAT_CLI, ROOT } from "../paths.ts";
import { CAPTION, type Capture } from "./captures.ts";
import { terminalPicture } from "./terminal-picture.ts";

/**
 * Runs a command as on a terminal with colours, reaching this machine only.
 *
 * @returns its picture
 * @throws {Error} if it does not end with 0.
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
