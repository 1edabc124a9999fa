import { spawn } from "node:child_process";

export interface ProcessResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a script with Node, this process's unless `node` is another one, without
 * stdin, until it ends.
 *
 * @throws {Error} When it ends by a signal or is not done after `timeout`
 * milliseconds; it is killed then, and the error shows what it had printed.
 */
export async function runNode(
  args: readonly string[],
  {
    cwd,
    env,
    timeout,
    node = process.execPath,
  }: {
    readonly cwd: string;
    readonly env: NodeJS.ProcessEnv;
    readonly timeout: number;
    readonly node?: string | undefined;
  },
): Promise<ProcessResult> {
  const child = spawn(node, args, {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout,
    killSignal: "SIGKILL",
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  return await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code !== null) {
        resolve({ code, stdout, stderr });
        return;
      }
      const command = args.join(" ");
      reject(
        new Error(
          `${command} was ended by ${signal} (allowed: ${timeout} ms)\nstdout: ${stdout}\nstderr: ${stderr}`,
        ),
      );
    });
  });
}
