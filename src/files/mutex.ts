import { stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { alphaError } from "../base/errors.ts";
import { realPath } from "./write-text.ts";

/**
 * Keeps other processes from rewriting a file while an action reads and writes
 * it, so that none drops what another one wrote. What is no regular file, such as
 * /dev/stdout, is nobody's to rewrite.
 *
 * @throws HardhatPluginError that names the file if that cannot be had.
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
  // Whatever links it is named by, it is one file.
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
