import { basename, dirname, join } from "node:path";

import { alphaError } from "../src/errors.ts";

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
  const path = join(dirname(file), `.${basename(file)}.mutex`);
  try {
    return await new MultiProcessMutex(path).acquire();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw alphaError(
      `${basename(file)} could not be written: ${reason}`,
      error instanceof Error ? error : undefined,
    );
  }
}
