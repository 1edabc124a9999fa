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

/** Runs a program without stdin. It is an error if it does not end by itself in time. */
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
  const output = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      output[stream] += text;
    });
  }
  return await new Promise<ProcessResult>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code !== null) {
        resolve({ code, ...output });
        return;
      }
      const command = [program, ...args].join(" ");
      reject(
        new Error(
          `${command} was ended by ${signal} (allowed: ${timeout} ms)\nstdout: ${output.stdout}\nstderr: ${output.stderr}`,
        ),
      );
    });
  }).finally(() => clearTimeout(timer));
}
