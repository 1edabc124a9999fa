import { withMutex } from "../../src/files/mutex.ts";
import { readTextToKeep } from "../../src/files/read-text.ts";
import { checkWritable } from "../../src/files/writable.ts";
import { writeTextFile } from "../../src/files/write-text.ts";
import { mergeAddressFile } from "../../src/sources/address-book/merge-address-file.ts";

/**
 * Checks that entries can be put into an address file, before anything is made
 * to put there.
 *
 * @throws HardhatPluginError if it cannot be read or written, or is damaged.
 */
export async function checkAddressFile(file: string): Promise<void> {
  await checkWritable([file]);
  mergeAddressFile(await readTextToKeep(file), file, {});
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
  await withMutex(file, async () => {
    const text = mergeAddressFile(await readTextToKeep(file), file, entries);
    await writeTextFile(file, text);
  });
}
