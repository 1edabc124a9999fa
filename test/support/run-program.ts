import { spawn } from "node:child_process";

import type { ProcessResult } from "./run-node.ts";

/**
 * Runs a program without stdin until it ends.
 *
 * @throws {Error} When it ends by a signal, at the latest after `timeout` ms.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  {
    cwd,
    env,
    timeout = 60_000,
  }: {
    readonly cwd: string;
    readonly env: NodeJS.ProcessEnv;
    readonly timeout?: number;
  },
): Promise<ProcessResult> {
  const child = spawn(program, args, {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout,
    killSignal: "SIGKILL",
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  return await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code === null) {
        reject(
          new Error(`${program} was ended by ${signal}: ${stdout}${stderr}`),
        );
      } else {
        resolve({ code, stdout, stderr });
      }
    });
  });
}
