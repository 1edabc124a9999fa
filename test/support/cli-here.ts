import { pathToFileURL } from "node:url";

import { HARDHAT_CLI } from "./cli.ts";
import { guardedEnvironment } from "./guarded-environment.ts";
import { REPOSITORY } from "./repository-files.ts";
import type { ProcessOptions, ProcessResult } from "./run-program.ts";

interface HardhatCli {
  readonly main: (args: readonly string[]) => Promise<void>;
  readonly getGlobalHardhatRuntimeEnvironment: () => unknown;
  readonly resetGlobalHardhatRuntimeEnvironment: () => void;
  readonly setGlobalHardhatRuntimeEnvironment: (hre: unknown) => void;
  readonly ResolvedTask: { readonly prototype: { run: RunTask } };
}
type RunTask = (args: unknown) => Promise<unknown>;

const importHardhat = async (path: string) =>
  await import(new URL(`internal/${path}`, pathToFileURL(HARDHAT_CLI)).href);

/** One run after the other: each has the process's output, folder and environment. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command line of Hardhat as `runHardhat` does, but in this process, which
 * takes a tenth of the time. For what a task prints and writes, and its outcome. Not
 * for what needs a process: signals, closed pipes, `hardhat run`, a config that
 * changes between two runs, since Node.js imports a file once. The exit code of an
 * unknown outcome is set at a process's end, so here it is that of the result.
 */
export async function runHardhatHere(
  args: readonly string[],
  { cwd = REPOSITORY, env = {} }: Pick<ProcessOptions, "cwd" | "env"> = {},
): Promise<ProcessResult> {
  const run = last.then(async () => {
    const cli: HardhatCli = {
      ...(await importHardhat("cli/main.js")),
      ...(await importHardhat("global-hre-instance.js")),
      ...(await importHardhat("core/tasks/resolved-task.js")),
    };
    return await capturing(
      { cwd, env: { ...guardedEnvironment(process.env), ...env } },
      async () => await asOnlyEnvironment(cli, () => cli.main(args)),
    );
  });
  last = run.catch(() => undefined);
  return await run;
}

/** Runs Hardhat's CLI, which wants to be the first in its process. */
async function asOnlyEnvironment(
  cli: HardhatCli,
  act: () => Promise<void>,
): Promise<void> {
  const events = ["uncaughtException", "unhandledRejection"] as const;
  const listeners = events.map((event) => process.listeners(event as "exit"));
  const outer = cli.getGlobalHardhatRuntimeEnvironment();
  cli.resetGlobalHardhatRuntimeEnvironment();
  const { prototype } = cli.ResolvedTask;
  const { run } = prototype;
  let result: unknown;
  prototype.run = async function (this: unknown, args) {
    result = await run.call(this, args);
    return result;
  };
  try {
    await act();
    const { success, error } = Object(result);
    if (success === false && Object(error).outcome !== "failed") {
      process.exitCode = 2;
    }
  } finally {
    prototype.run = run;
    cli.resetGlobalHardhatRuntimeEnvironment();
    cli.setGlobalHardhatRuntimeEnvironment(outer);
    for (const [index, event] of events.entries()) {
      process.removeAllListeners(event);
      for (const listener of listeners[index] ?? []) {
        process.on(event, listener);
      }
    }
  }
}

/** What an action prints, and the exit code that it sets, in another folder and environment. */
async function capturing(
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  act: () => Promise<void>,
): Promise<ProcessResult> {
  const output = { stdout: "", stderr: "" };
  const { env: outerEnv, exitCode } = process;
  const outerCwd = process.cwd();
  const streams = (["stdout", "stderr"] as const).map((name) => {
    const stream = process[name];
    const { write, isTTY } = stream;
    Object.assign(stream, {
      isTTY: false,
      write: (text: string | Uint8Array, ...rest: readonly unknown[]) => {
        output[name] +=
          typeof text === "string" ? text : Buffer.from(text).toString("utf8");
        const done = rest.at(-1);
        if (typeof done === "function") {
          process.nextTick(done);
        }
        return true;
      },
    });
    return () => Object.assign(stream, { write, isTTY });
  });
  try {
    process.chdir(cwd);
    process.env = { ...env };
    process.exitCode = undefined;
    await act();
    return { code: Number(process.exitCode ?? 0), ...output };
  } finally {
    Object.assign(process, { exitCode, env: outerEnv });
    process.chdir(outerCwd);
    for (const restore of streams) {
      restore();
    }
  }
}
