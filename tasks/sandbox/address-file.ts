import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";

import { alphaError } from "../../src/errors.ts";
import { mergeAddressFile } from "../../src/sandbox/merge-address-file.ts";
import { acquireMutex } from "../acquire-mutex.ts";
import { checkOutputFiles } from "../report-outputs.ts";
import { writeTextFile } from "../write-text-file.ts";

/** Far more than any address book holds. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Checks that entries can be put into an address file, before anything is made
 * to put there.
 *
 * @throws HardhatPluginError if it cannot be read or written, or is damaged.
 */
export async function checkAddressFile(file: string): Promise<void> {
  await checkOutputFiles([file]);
  mergeAddressFile(await readText(file), file, {});
}

/**
 * Puts entries into an address file as it is then: others may have written it
 * since it was checked. Whoever reads it sees the old text or the new one.
 *
 * @throws HardhatPluginError likewise; the file is left as it was.
 */
export async function writeAddressFile(
  file: string,
  entries: Readonly<Record<string, unknown>>,
): Promise<void> {
  const existing = await stat(file).catch(() => undefined);
  // What is no regular file, such as /dev/stdout, is nobody's to rewrite.
  const release =
    existing === undefined || existing.isFile()
      ? await acquireMutex(resolve(file))
      : undefined;
  try {
    const text = mergeAddressFile(await readText(file), file, entries);
    await writeTextFile(file, text);
  } finally {
    await release?.();
  }
}

/** `undefined` where there is none, or nothing to keep, as in /dev/stdout. */
async function readText(file: string): Promise<string | undefined> {
  try {
    const existing = await stat(file);
    if (!existing.isFile()) {
      return undefined;
    }
    if (existing.size > MOST_BYTES) {
      throw alphaError(
        `The address file ${file} has ${existing.size} bytes, more than the ${MOST_BYTES} that are read. Name another one.`,
      );
    }
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      await readFile(file),
    );
  } catch (error) {
    if (error instanceof TypeError) {
      throw alphaError(
        `The address file ${file} is no UTF-8 text. Name another one.`,
      );
    }
    if (error instanceof Error && "code" in error) {
      if (error.code === "ENOENT") {
        return undefined;
      }
      throw alphaError(
        `The address file ${file} could not be read: ${error.code}. Check its path.`,
        error,
      );
    }
    throw error;
  }
}
