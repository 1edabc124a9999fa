import { runHardhat } from "../../test/support/cli.ts";
import { guardedEnvironment } from "../../test/support/guarded-environment.ts";
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
  { args, caption, columns, exitCode }: Capture,
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const terminal = `Object.assign(process.stdout,{isTTY:true,columns:${columns}})`;
  const { NODE_OPTIONS = "" } = guardedEnvironment(process.env);
  const { code, stdout, stderr } = await runHardhat(args, {
    cwd,
    env: {
      ...env,
      FORCE_COLOR: "1",
      NODE_OPTIONS: `${NODE_OPTIONS} --import=data:text/javascript,${terminal}`,
    },
  });
  if (code !== exitCode) {
    throw new Error(`exit code ${code} of ${args.join(" ")}: ${stderr}`);
  }
  return terminalPicture({
    command: `npx hardhat ${args.join(" ")}`,
    output: stdout,
    caption,
    columns,
  });
}
