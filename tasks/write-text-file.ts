import { randomUUID } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

import { alphaError } from "../src/errors.ts";

/**
 * Writes a file at once: who reads it sees the old text or the new one, and a
 * failed write leaves the old one.
 *
 * @throws HardhatPluginError that names the file if it cannot be written.
 */
export async function writeTextFile(file: string, text: string): Promise<void> {
  const path = resolve(file);
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, text);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    const reason = error instanceof Error ? error.message : String(error);
    throw alphaError(
      `The file ${file} could not be written: ${reason}. Check that its folder exists and may be written to.`,
      error instanceof Error ? error : undefined,
    );
  }
}
