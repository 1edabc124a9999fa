import { randomUUID } from "node:crypto";
import { constants, type Stats } from "node:fs";
import {
  chmod,
  chown,
  open,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { HardhatPluginError } from "hardhat/plugins";
import { alphaError } from "../base/errors.ts";
import { ownValue, recordOf } from "../base/records.ts";

const PERMISSIONS = 0o7777;

/**
 * Writes a file atomically: readers see the old text or the new one, and a failed write
 * leaves the old one. A file keeps its permissions and links, and its owner if the
 * system allows it. Anything but a regular file, such as /dev/stdout or a named pipe,
 * is written to and never replaced.
 *
 * @param confirm runs directly before a regular file is replaced, and may throw
 * @throws HardhatPluginError that names the file if it cannot be written, such as a pipe
 * without a reader.
 */
export async function writeTextFile(
  file: string,
  text: string,
  confirm = async (): Promise<void> => {},
): Promise<void> {
  const path = await realPath(file);
  try {
    const existing = await stat(path).catch(() => undefined);
    if (existing === undefined || existing.isFile()) {
      await replaceFile(path, text, existing, confirm);
    } else {
      await writeToDevice(path, text, existing);
    }
  } catch (error) {
    if (HardhatPluginError.isHardhatPluginError(error)) {
      throw error;
    }
    const reason = error instanceof Error ? error.message : String(error);
    const code = String(recordOf(error)["code"]);
    const advice =
      ownValue(ADVICE, code) ?? "Check that its folder exists and is writable";
    throw alphaError(
      `The file ${file} could not be written: ${reason}. ${advice}.`,
      error,
    );
  }
}

/** What to do, by the code of an error that the folder is not the cause of. */
const ADVICE = {
  EDQUOT: "Delete other files, or use another disk",
  EISDIR: "Use the name of a file",
  ENAMETOOLONG: "Use a shorter name",
  ENOSPC: "Delete other files, or use another disk",
  EROFS: "Use another disk: this one is read-only",
};

/** Opening a named pipe waits for a reader, so one that has none is rejected. */
async function writeToDevice(
  path: string,
  text: string,
  existing: Stats,
): Promise<void> {
  const { O_NONBLOCK, O_WRONLY } = constants;
  const pipe = existing.isFIFO()
    ? await open(path, O_WRONLY | O_NONBLOCK).catch((error) => {
        throw error?.code === "ENXIO"
          ? new Error("no program reads from this pipe")
          : error;
      })
    : undefined;
  try {
    await writeFile(path, text);
  } finally {
    await pipe?.close();
  }
}

async function replaceFile(
  path: string,
  text: string,
  existing: Stats | undefined,
  confirm: () => Promise<void>,
): Promise<void> {
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`);
  try {
    await writeFile(
      temporary,
      text,
      existing === undefined ? {} : { mode: existing.mode },
    );
    if (existing !== undefined) {
      // A file that root creates belongs to root; other users cannot change owners.
      await chown(temporary, existing.uid, existing.gid).catch(() => {});
      // The mode of a new file is reduced by the umask.
      await chmod(temporary, existing.mode & PERMISSIONS);
    }
    await confirm();
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** The limit of Linux. */
const MAX_LINKS = 40;

/**
 * The path of a file with all links resolved; of a missing file, the path at which it
 * would be created. The paths of anything but a regular file, such as /dev/stderr, are
 * not resolved, since the target of such a link can change.
 *
 * @throws HardhatPluginError that names the file if its links are circular.
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
    `The file ${file} is a symbolic link that refers to itself. Use another file.`,
  );
}

/**
 * Runs an action that reads and writes a file while other processes wait, so that no
 * change is lost. Anything but a regular file, such as /dev/stdout, is not locked.
 *
 * @throws HardhatPluginError that names the file if the lock cannot be acquired.
 */
export async function withMutex<T>(
  file: string,
  action: () => Promise<T>,
): Promise<T> {
  const existing = await stat(file).catch(() => undefined);
  if (existing !== undefined && !existing.isFile()) {
    return await action();
  }
  const release = await acquire(file);
  try {
    return await action();
  } finally {
    await release();
  }
}

async function acquire(file: string): Promise<() => Promise<void>> {
  const { MultiProcessMutex } = await import(
    "@nomicfoundation/hardhat-utils/synchronization"
  );
  // All links to a file share its lock.
  const target = await realPath(file);
  const path = join(dirname(target), `.${basename(target)}.mutex`);
  try {
    return await new MultiProcessMutex(path).acquire();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw alphaError(
      `${basename(file)} could not be written: ${reason}`,
      error,
    );
  }
}
