import { stat } from "node:fs/promises";

import { alphaError } from "../../src/errors.ts";
import { readSourceFile } from "../../src/sources/read/read-source-file.ts";
import { isWritable } from "../is-writable.ts";
import { writeTextFile } from "../write-text-file.ts";

/**
 * Writes a file anew that still is as it was read, and may be written to.
 *
 * @throws HardhatPluginError if it is not, or cannot be.
 */
export async function replaceText(
  path: string,
  texts: { readonly old: string; readonly new: string },
): Promise<void> {
  // To replace a file takes the folder's permission only.
  const existing = await stat(path).catch(() => undefined);
  if (existing === undefined || !(await isWritable(path, existing))) {
    throw alphaError(
      `The file ${path} may not be written to, so nothing in it was repaired. Check its permissions.`,
    );
  }
  if ((await readSourceFile(path, path)) !== texts.old) {
    throw alphaError(
      `The file ${path} was changed by somebody else just now, so nothing in it was repaired. Try again.`,
    );
  }
  await writeTextFile(path, texts.new);
}
