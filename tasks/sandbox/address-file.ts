import { alphaError } from "../../src/base/errors.ts";
import { checkWritable } from "../../src/files/output-files.ts";
import { readTextToKeep } from "../../src/files/read-text.ts";
import { withMutex, writeTextFile } from "../../src/files/write-text.ts";
import {
  isAddressBookOrDamaged,
  mergeAddressFile,
} from "../../src/sources/address-book/merge-address-file.ts";

/**
 * Checks that entries can be merged into an address file.
 *
 * @param inputs files of the project that it must not be
 * @throws HardhatPluginError if it cannot be read or written, or is not an address book.
 */
export async function checkAddressFile(
  file: string,
  inputs: readonly string[],
): Promise<void> {
  await checkWritable([file], inputs);
  mergeAddressFile(await readAddressBook(file), file, {});
}

/**
 * Merges entries into an address file. The file is read again, since it may have
 * changed after the check, and is replaced atomically.
 *
 * @throws HardhatPluginError if it cannot be read or written, or is not an address book.
 * It is not changed in that case.
 */
export async function writeAddressFile(
  file: string,
  entries: Readonly<Record<string, unknown>>,
): Promise<void> {
  await withMutex(file, async () => {
    const existing = await readAddressBook(file);
    const text = mergeAddressFile(existing, file, entries);
    if (text !== existing) {
      await writeTextFile(file, text);
    }
  });
}

async function readAddressBook(file: string): Promise<string | undefined> {
  const text = await readTextToKeep(file);
  if (
    text !== undefined &&
    text.trim() !== "" &&
    !isAddressBookOrDamaged(text)
  ) {
    throw alphaError(
      `${file} exists and is not an address book, so nothing was added to it. Use another file.`,
    );
  }
  return text;
}
