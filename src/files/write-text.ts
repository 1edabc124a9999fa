import { randomUUID } from "node:crypto";
import type { Stats } from "node:fs";
import {
  chmod,
  chown,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { alphaError } from "../base/errors.ts";

const PERMISSIONS = 0o7777;

/**
 * Writes a file at once: who reads it sees the old text or the new one, and a
 * failed write leaves the old one. A file keeps its permissions, its owner where
 * the system lets us, and links to it stay. What is no regular file, such as
 * /dev/stdout or a named pipe, is written to and never replaced.
 *
 * @throws HardhatPluginError that names the file if it cannot be written.
 */
export async function writeTextFile(file: string, text: string): Promise<void> {
  const path = await realPath(file);
  try {
    const existing = await stat(path).catch(() => undefined);
    if (existing === undefined || existing.isFile()) {
      await replaceFile(path, text, existing);
    } else {
      await writeFile(path, text);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw alphaError(
      `The file ${file} could not be written: ${reason}. Check that its folder exists and may be written to.`,
      error,
    );
  }
}

async function replaceFile(
  path: string,
  text: string,
  existing: Stats | undefined,
): Promise<void> {
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`);
  try {
    await writeFile(
      temporary,
      text,
      existing === undefined ? {} : { mode: existing.mode },
    );
    if (existing !== undefined) {
      // Root's new file is root's, whoever had the old one; others may not give any away.
      await chown(temporary, existing.uid, existing.gid).catch(() => {});
      // A new file's are cut down by the process's mask.
      await chmod(temporary, existing.mode & PERMISSIONS);
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** As many as Linux follows. */
const MAX_LINKS = 40;

/**
 * A file by its one path, whatever links lead to it, and if it is not there yet,
 * the path at which writing to it makes it. What is no regular file, such as
 * /dev/stderr, is named as it is: it may be another's only for now.
 *
 * @throws HardhatPluginError that names the file if its links lead nowhere.
 */
export async function realPath(file: string): Promise<string> {
  let path = resolve(file);
  for (let links = 0; links <= MAX_LINKS; links++) {
    const existing = await stat(path).catch(() => undefined);
    if (existing !== undefined) {
      return existing.isFile() ? await realpath(path) : path;
    }
    const folder = await realpath(dirname(path)).catch(() => dirname(path));
    const target = await readlink(path).catch(() => undefined);
    if (target === undefined) {
      return join(folder, basename(path));
    }
    path = resolve(folder, target);
  }
  throw alphaError(
    `The file ${file} is a link that leads back to itself. Name another one.`,
  );
}
