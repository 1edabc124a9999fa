import { runProgram } from "../../test/support/run-program.ts";

/** What a process and the children that it waited for took, in ms. */
export interface ProcessTimes {
  readonly ms: number;
  /** User and system time. */
  readonly cpuMs: number;
}

export interface RunMeasuredParameters {
  /** What Node runs. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** The expected one. */
  readonly exitCode: number;
}

const TIMEOUT_MS = 60_000;
/**
 * Bash prints what the system says of a process that has ended, which Node does not
 * tell of its children. The output of the process is discarded, but for its stderr.
 */
const SCRIPT = `TIMEFORMAT="%3R %3U %3S"
{ time "$@" > /dev/null 2>&4; } 4>&2 2>&1`;
/** In seconds; some languages have a decimal comma. */
const TIMES = /^(\d+[.,]\d{3}) (\d+[.,]\d{3}) (\d+[.,]\d{3})\n$/;

/**
 * Runs Node until it ends, and measures the whole process.
 *
 * @throws {Error} if the exit code is another one.
 */
export async function runMeasured({
  args,
  exitCode,
  ...options
}: RunMeasuredParameters): Promise<ProcessTimes> {
  const { code, stdout, stderr } = await runProgram(
    "bash",
    ["-c", SCRIPT, "bash", process.execPath, ...args],
    { ...options, timeout: TIMEOUT_MS },
  );
  if (code !== exitCode) {
    throw new Error(
      `${args.join(" ")} ended with ${code}, not ${exitCode}: ${stderr}`,
    );
  }
  return parseTimes(stdout);
}

/** @throws {Error} if the text has no times. */
export function parseTimes(text: string): ProcessTimes {
  const [, real, user, system] = TIMES.exec(text) ?? [];
  if (real === undefined || user === undefined || system === undefined) {
    throw new Error(`bash did not print times, but "${text}"`);
  }
  return {
    ms: milliseconds(real),
    cpuMs: milliseconds(user) + milliseconds(system),
  };
}

function milliseconds(seconds: string): number {
  return Number(seconds.replace(/[.,]/, ""));
}
