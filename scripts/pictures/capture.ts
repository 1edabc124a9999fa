import { runHardhat } from "../../test/support/cli.ts";
import { ROOT } from "../paths.ts";
import type { Capture } from "./captures.ts";
import { openTamperedProject } from "./tampered-project.ts";
import { terminalPicture } from "./terminal-picture.ts";

/**
 * Runs a command with colours, and without access to other machines.
 *
 * @returns the picture of its output
 * @throws {Error} if its exit code is another one.
 */
export async function capture(one: Capture): Promise<string> {
  if (one.project === "repository") {
    return await captureIn(ROOT, one);
  }
  const { root, env, close } = await openTamperedProject();
  try {
    return await captureIn(root, one, env);
  } finally {
    await close();
  }
}

async function captureIn(
  cwd: string,
  { args, caption, exitCode }: Capture,
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const { code, stdout, stderr } = await runHardhat(args, {
    cwd,
    env: { ...env, FORCE_COLOR: "1" },
  });
  if (code !== exitCode) {
    throw new Error(`exit code ${code} of ${args.join(" ")}: ${stderr}`);
  }
  return terminalPicture({
    command: `npx hardhat ${args.join(" ")}`,
    output: stdout,
    caption,
  });
}
