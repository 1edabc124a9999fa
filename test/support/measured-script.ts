import { execFile } from "node:child_process";
import { join } from "node:path";

const MEASURE = join(import.meta.dirname, "measure-reading.ts");
/** The child's own objects, so that memory does not depend on when they are collected. */
const MAX_HEAP_MEGABYTES = 64;

export interface Script {
  readonly script: string;
  readonly file?: string | undefined;
}

/** What reading a script came to, and what it cost. */
export interface Measured {
  readonly outcome: string;
  /** The processor time, in times of a reference on the same machine. */
  readonly times: number;
  /** The largest memory so far, above that before the first script. */
  readonly megabytes: number;
}

/** Reads scripts one after another, in a process that reads nothing else. */
export async function measureReadings(
  scripts: readonly Script[],
): Promise<readonly Measured[]> {
  const output = await new Promise<string>((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [
        "--disable-warning=ExperimentalWarning",
        `--max-old-space-size=${MAX_HEAP_MEGABYTES}`,
        MEASURE,
      ],
      { env: {} },
      (error, stdout) => (error === null ? resolve(stdout) : reject(error)),
    );
    child.stdin?.end(JSON.stringify(scripts));
  });
  return JSON.parse(output);
}
