import { once } from "node:events";
import type { TextStyle } from "../src/report/text-style.ts";

import { PLAIN, styleFor } from "../src/report/text-style.ts";
import { writeTextFile } from "./write-text-file.ts";

/**
 * Prints a report to stdout, in colours if that is a terminal, or writes it to a
 * file. Whoever reads the pipe may close it early (`| head`): the task's result
 * holds all the same.
 *
 * @throws HardhatPluginError if the file cannot be written.
 */
export async function emit(
  render: (style: TextStyle) => string,
  file: string | undefined,
): Promise<void> {
  if (file !== undefined) {
    await writeTextFile(file, `${render(PLAIN)}\n`);
    return;
  }
  ignoreClosedPipe();
  if (!process.stdout.write(`${render(styleFor(process.stdout))}\n`)) {
    await Promise.race([
      once(process.stdout, "drain"),
      once(process.stdout, "close"),
    ]).catch(() => {});
  }
}

let isIgnoring = false;

function ignoreClosedPipe(): void {
  if (isIgnoring) {
    return;
  }
  isIgnoring = true;
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") {
      throw error;
    }
  });
}
