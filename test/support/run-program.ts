import { spawn } from "node:child_process";

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
  });
}
