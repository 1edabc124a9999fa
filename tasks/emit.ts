import type { TextStyle } from "../src/report/text-style.ts";

import { PLAIN, styleFor } from "../src/report/text-style.ts";
import { writeTextFile } from "./write-text-file.ts";
import { writeToStream } from "./write-to-stream.ts";

/**
 * Prints a report to stdout, in colours if that is a terminal, or writes it to a
 * file.
 *
 * @throws HardhatPluginError if it cannot be written.
 */
export async function emit(
  render: (style: TextStyle) => string,
  file: string | undefined,
): Promise<void> {
  if (file !== undefined) {
    await writeTextFile(file, `${render(PLAIN)}\n`);
    return;
  }
  await writeToStream(process.stdout, `${render(styleFor(process.stdout))}\n`);
}
