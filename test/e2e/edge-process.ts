import {
  type ChildProcess,
  type StdioOptions,
  spawn,
} from "node:child_process";
import { once } from "node:events";

import { HARDHAT_CLI } from "../../scripts/paths.ts";
import { guardedEnvironment } from "../support/guarded-environment.ts";

/** More than any of these runs takes. */
const TIMEOUT_MS = 45_000;

export interface EdgeOptions {
  readonly cwd: string;
  /** Variables to set, or with `undefined` to leave out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly stdio?: StdioOptions;
  /** A program and its arguments that run the command line. */
  readonly through?: readonly string[];
}

/** How a process ended, and what it printed to its pipes. */
export interface EdgeEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts Hardhat's CLI where not all is as it should be. */
export function startEdge(
  args: readonly string[],
  { cwd, env = {}, stdio, through = [] }: EdgeOptions,
): { readonly child: ChildProcess; readonly ended: Promise<EdgeEnd> } {
  const [program = "", ...rest] = [
    ...through,
    process.execPath,
    HARDHAT_CLI,
    ...args,
  ];
  const child = spawn(program, rest, {
    cwd,
    env: { ...guardedEnvironment(process.env), ...env },
    stdio: stdio ?? ["ignore", "pipe", "pipe"],
    timeout: TIMEOUT_MS,
    killSignal: "SIGKILL",
  });
  return { child, ended: endOf(child) };
}

/** Runs it to its end. */
export async function runEdge(
  args: readonly string[],
  options: EdgeOptions,
): Promise<EdgeEnd> {
  return await startEdge(args, options).ended;
}

async function endOf(child: ChildProcess): Promise<EdgeEnd> {
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  }
  await once(child, "close");
  return { code: child.exitCode, signal: child.signalCode, ...output };
}
