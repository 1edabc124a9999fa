import { readFile, stat } from "node:fs/promises";

import { alphaError } from "../src/errors.ts";

/** Longer than any file of ours. In bytes. */
const MOST_SIZE = 8 * 1024 * 1024;

/** How a file that is there already is judged. */
export interface OverwriteRule {
  /** Whether the text is one that this plugin wrote, by its header or shape. */
  readonly isOurs: (text: string) => boolean;
  /** Whether to replace a file that is not. */
  readonly force: boolean;
}

/**
 * Refuses to replace a file that somebody else wrote, asked before the work that
 * fills it. A missing or empty file, and what is no regular file, such as
 * /dev/stdout, lose nothing.
 *
 * @throws HardhatPluginError that names the file and says how to replace it.
 */
export async function checkOverwrite(
  file: string,
  { isOurs, force }: OverwriteRule,
): Promise<void> {
  const existing = await stat(file).catch(() => undefined);
  if (force || existing?.isFile() !== true || existing.size === 0) {
    return;
  }
  const text =
    existing.size > MOST_SIZE
      ? undefined
      : await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined || !isOurs(text)) {
    throw alphaError(
      `The file ${file} is there already, and is none that this command wrote. Name another file, or add --force to replace it.`,
    );
  }
}
