import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { guardedEnvironment } from "./guarded-environment.ts";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const HARDHAT_CLI = join(ROOT, "node_modules/hardhat/dist/src/cli.js");
const START_TIMEOUT_MS = 60_000;
const END_TIMEOUT_MS = 5_000;

/** How a process ended. */
export interface SandboxEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** An `alpha sandbox` that is ready. */
export interface SandboxProcess {
  readonly pid: number;
  /** Up to and with its last line, the one that says so. */
  readonly stdout: string;
  /** Where each network is served. */
  readonly urls: ReadonlyMap<string, string>;
  /** Sends a signal, twice at once, and waits until the process is over. */
  end(signal: NodeJS.Signals): Promise<SandboxEnd>;
}

/**
 * Runs `hardhat alpha sandbox` until it is ready. End it.
 *
 * @throws {Error} When it ends first, or is not ready in time.
 */
export async function startSandboxProcess(
  args: readonly string[],
  {
    cwd = ROOT,
    closeStdout = false,
  }: {
    readonly cwd?: string;
    /** Closes the pipe before anything is in it; stderr must say it is ready. */
    readonly closeStdout?: boolean;
  } = {},
): Promise<SandboxProcess> {
  const child = spawn(
    process.execPath,
    [HARDHAT_CLI, "alpha", "sandbox", ...args],
    {
      cwd,
      env: guardedEnvironment(process.env),
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const closed = once(child, "close");
  const output = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      output[stream] += text;
    });
  }
  if (closeStdout) {
    child.stdout.destroy();
  }
  const timer = setTimeout(kill, START_TIMEOUT_MS);
  try {
    await untilReady(child, output);
  } catch (error) {
    kill();
    await closed;
    process.off("exit", kill);
    throw error;
  } finally {
    clearTimeout(timer);
  }
  return {
    pid: child.pid ?? 0,
    stdout: output.stdout,
    urls: urlsOf(output.stdout),
    end: async (signal) => {
      const end = setTimeout(kill, END_TIMEOUT_MS);
      child.kill(signal);
      // As npx does, which passes on what its whole group got.
      child.kill(signal);
      await closed;
      clearTimeout(end);
      process.off("exit", kill);
      return { ...output, code: child.exitCode, signal: child.signalCode };
    },
  };
}

async function untilReady(
  child: ChildProcess,
  output: { readonly stdout: string; readonly stderr: string },
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) =>
      reject(
        new Error(
          `alpha sandbox ended with ${code ?? signal}: ${output.stdout}${output.stderr}`,
        ),
      ),
    );
    const look = () => {
      if (
        /^(?:Ready: |Wrote the addresses).*\n/m.test(
          output.stdout || output.stderr,
        )
      ) {
        resolve();
      }
    };
    child.stdout?.on("data", look);
    child.stderr?.on("data", look);
  });
}

function urlsOf(stdout: string): ReadonlyMap<string, string> {
  const line = /^Ready: .*$/m.exec(stdout)?.[0] ?? "";
  return new Map(
    [...line.matchAll(/([\w-]+) at (http:\S+)/g)].map(
      ([, network = "", url = ""]) => [network, url],
    ),
  );
}
