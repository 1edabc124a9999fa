import { execFile } from "node:child_process";
import { join } from "node:path";

const MEASURE = join(import.meta.dirname, "measure-reading.ts");
/** The child's own objects, so that memory does not depend on when they are collected. */
const MAX_HEAP_MEGABYTES = 64;

/** What reading a script came to, and what it cost. */
export interface Measured {
  readonly outcome: string;
  readonly times: number;
  readonly megabytes: number;
}

/** Reads a script in a process of its own. */
export async function measureReading(
  script: string,
  file = "x.cjs",
): Promise<Measured> {
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
    child.stdin?.end(JSON.stringify({ script, file }));
  });
  return JSON.parse(output);
}
