import { spawn } from "node:child_process";

import { guardedEnvironment } from "./guarded-environment.ts";
import { REPOSITORY } from "./repository-files.ts";

export interface ProcessOptions {
  /** Default: this repository. */
  readonly cwd?: string | undefined;
  /** Default: that of the caller, with the guard. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** In milliseconds. Default: 120 s. */
  readonly timeout?: number | undefined;
}

export interface ProcessResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program without stdin until it ends.
 *
 * @throws {Error} When it ends by a signal or is not done after `timeout`
 * milliseconds; it is killed then, and the error shows what it had printed.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  {
    cwd = REPOSITORY,
    env = guardedEnvironment(process.env),
    timeout = 120_000,
  }: ProcessOptions = {},
): Promise<ProcessResult> {
  const child = spawn(program, args, {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  // The option of spawn() keeps the process alive if the program does not exist.
  const timer = setTimeout(() => child.kill("SIGKILL"), timeout);
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  return await new Promise<ProcessResult>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code !== null) {
        resolve({ code, stdout, stderr });
        return;
      }
      const command = [program, ...args].join(" ");
      reject(
        new Error(
          `${command} was ended by ${signal} (allowed: ${timeout} ms)\nstdout: ${stdout}\nstderr: ${stderr}`,
        ),
      );
    });
  }).finally(() => clearTimeout(timer));
}
