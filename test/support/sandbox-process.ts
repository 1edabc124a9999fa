import { HARDHAT_CLI } from "./cli.ts";
import { guardedEnvironment } from "./guarded-environment.ts";
import { startProgram } from "./node-process.ts";
import { REPOSITORY } from "./repository-files.ts";

const END_TIMEOUT_MS = 5_000;

/** An `alpha sandbox` that is ready. */
export interface SandboxProcess {
  readonly pid: number;
  /** Up to and with its last line, the one that says so. */
  readonly stdout: string;
  /** Where each network is served. */
  readonly urls: ReadonlyMap<string, string>;
  /** Sends a signal, twice at once, and waits until the process is over. */
  end(signal: NodeJS.Signals): Promise<{
    readonly code: number | null;
    readonly signal: NodeJS.Signals | null;
    readonly stdout: string;
    readonly stderr: string;
  }>;
}

/** Runs `hardhat alpha sandbox` until it is ready. End it. */
export async function startSandboxProcess(
  args: readonly string[],
  {
    ready = /^(?:Ready: |Wrote the addresses).*\n/m,
    ...options
  }: {
    readonly cwd?: string;
    readonly closeStdout?: boolean;
    /** What is printed once it is ready. */
    readonly ready?: RegExp;
  } = {},
): Promise<SandboxProcess> {
  const { child, output, end } = await startProgram(
    process.execPath,
    [HARDHAT_CLI, "alpha", "sandbox", ...args],
    {
      name: "alpha sandbox",
      cwd: REPOSITORY,
      env: guardedEnvironment(process.env),
      isReady: ({ stdout, stderr }) => ready.test(stdout || stderr),
      ...options,
    },
  );
  const { stdout } = output;
  const line = /^Ready: .*$/m.exec(stdout)?.[0] ?? "";
  return {
    pid: child.pid ?? 0,
    stdout,
    urls: new Map(
      [...line.matchAll(/([\w-]+) at (http:\S+)/g)].map(
        ([, network = "", url = ""]) => [network, url],
      ),
    ),
    end: async (signal) => {
      // As npx does, which passes on what its whole group got.
      child.kill(signal);
      await end(signal, END_TIMEOUT_MS);
      return { ...output, code: child.exitCode, signal: child.signalCode };
    },
  };
}
