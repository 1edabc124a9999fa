import { stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { alphaError } from "../base/errors.ts";
import { realPath } from "./write-text.ts";

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
