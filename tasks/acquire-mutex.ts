import { basename, dirname, join } from "node:path";

import { alphaError } from "../src/errors.ts";
import { realPath } from "./real-path.ts";

/**
 * Keeps other processes from rewriting a file, for the moment of reading and
 * writing it, so that none drops what another one wrote.
 *
 * @returns what ends it.
 * @throws HardhatPluginError that names the file if it cannot be had.
 */
export async function acquireMutex(file: string): Promise<() => Promise<void>> {
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
