import { randomUUID } from "node:crypto";
import { chmod, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

import { alphaError } from "../src/errors.ts";

const PERMISSIONS = 0o7777;

/**
 * Writes a file at once: who reads it sees the old text or the new one, and a
 * failed write leaves the old one. A file keeps its permissions. What is no regular file, such as /dev/stdout
 * or a named pipe, is written to and never replaced.
 *
 * @throws HardhatPluginError that names the file if it cannot be written.
 */
export async function writeTextFile(file: string, text: string): Promise<void> {
  try {
    const path = resolve(file);
    const existing = await stat(path).catch(() => undefined);
    if (existing === undefined) {
      await replaceFile(path, text, undefined);
    } else if (existing.isFile()) {
      await replaceFile(await realpath(path), text, existing.mode);
    } else {
      await writeFile(path, text);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw alphaError(
      `The file ${file} could not be written: ${reason}. Check that its folder exists and may be written to.`,
      error instanceof Error ? error : undefined,
    );
  }
}

async function replaceFile(
  path: string,
  text: string,
  mode: number | undefined,
): Promise<void> {
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, text, mode === undefined ? {} : { mode });
    if (mode !== undefined) {
      // A new file's are cut down by the process's mask.
      await chmod(temporary, mode & PERMISSIONS);
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}
