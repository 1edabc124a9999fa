import { runHardhat } from "../../test/support/cli.ts";
import { guardedEnvironment } from "../../test/support/guarded-environment.ts";
import { runNode } from "../../test/support/run-node.ts";
import { ROOT } from "../paths.ts";
import { type Capture, COLUMNS } from "./captures.ts";
import { openReadmeProject } from "./readme-project.ts";
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
  if (one.project === "readme") {
    using project = openReadmeProject();
    return await captureIn(project.root, one);
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
  { command, caption, exitCode }: Capture,
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const terminal = `Object.assign(process.stdout,{isTTY:true,columns:${COLUMNS}})`;
  const guarded = guardedEnvironment(process.env);
  const options = {
    cwd,
    env: {
      ...guarded,
      ...env,
      FORCE_COLOR: "1",
      NODE_OPTIONS: `${guarded.NODE_OPTIONS} --import=data:text/javascript,${terminal}`,
    },
  };
  const [program, ...args] = command.split(" ");
  const { code, stdout, stderr } = await (program === "node"
    ? runNode(args, options)
    : runHardhat(args.slice(1), options));
  if (code !== exitCode) {
    throw new Error(`exit code ${code} of ${command}: ${stderr}`);
  }
  return terminalPicture({
    command,
    output: stdout,
    caption,
    columns: COLUMNS,
  });
}
