import { withMutex } from "../../src/files/mutex.ts";
import { readTextToKeep } from "../../src/files/read-text.ts";
import { checkWritable } from "../../src/files/writable.ts";
import { writeTextFile } from "../../src/files/write-text.ts";
import { mergeAddressFile } from "../../src/sources/address-book/merge-address-file.ts";

/**
 * Checks that entries can be merged into an address file.
 *
 * @throws HardhatPluginError if it cannot be read or written, or is invalid.
 */
export async function checkAddressFile(file: string): Promise<void> {
  await checkWritable([file]);
  mergeAddressFile(await readTextToKeep(file), file, {});
}

/**
 * Merges entries into an address file. The file is read again, since it may have
 * changed after the check, and is replaced atomically.
 *
 * @throws HardhatPluginError if it cannot be read or written, or is invalid. It is
 * not changed in that case.
 */
export async function writeAddressFile(
  file: string,
  entries: Readonly<Record<string, unknown>>,
): Promise<void> {
  await withMutex(file, async () => {
    const existing = await readTextToKeep(file);
    const text = mergeAddressFile(existing, file, entries);
    if (text !== existing) {
      await writeTextFile(file, text);
    }
  });
}
