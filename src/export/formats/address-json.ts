import { addressBookStartBlock } from "../../address-book/address-book-start-block.ts";
import { mergeAddressFile } from "../../address-book/merge-address-file.ts";
import { writtenName } from "../../address-book/names-of-role.ts";
import {
  type OceanAddressBookEntry,
  oceanAddressBook,
} from "../../address-book/ocean-address-book.ts";
import { isAddress } from "../../config/checksum.ts";
import { recordOf } from "../../config/narrow.ts";
import { unsetMessage } from "../../config/unset-message.ts";
import { parseJson } from "../../files/parse-json.ts";
import { isRecord } from "../../rpc/is-record.ts";
import type { ExportFormat } from "../export-format.ts";
import { isExactNumber, parseExactJson } from "../parse-exact-json.ts";

const NAME = "address.json";

/**
 * The `address.json` that clients of the Ocean stack read (`$ADDRESS_FILE`). Of
 * a file that is there, the other networks stay, and so do other contracts of
 * these.
 */
export const ADDRESS_JSON: ExportFormat = {
  goesOn: true,
  render: ({ networks, previous, file = NAME }) => {
    // Refuses what cannot be gone on from, before any of it is read.
    mergeAddressFile(previous, file, {});
    const before = recordOf(parseExactJson(previous?.trim() || "{}"));
    const books = networks.map(({ network }) => ({
      name: network.name,
      ...oceanAddressBook(network, {
        startBlock: addressBookStartBlock(network),
      }),
    }));
    const entries = Object.fromEntries(
      books.map(({ key, entry }) => [
        key,
        { ...kept(before, key, entry), ...entry },
      ]),
    );
    return {
      text: mergeAddressFile(previous, file, entries).trimEnd(),
      gaps: books.flatMap(({ name, unset }) =>
        unset.map((key) => unsetMessage(name, `registry.${key}`)),
      ),
      notes: [],
    };
  },
  // A damaged one is refused with the line, and not even --force replaces it.
  mayReplace: (text) => {
    const book = parseJson(text);
    return (
      book === undefined ||
      (isRecord(book) && Object.values(book).every(isNetwork))
    );
  },
};

/**
 * What the file has of a network already. A contract that stands there under
 * another of its names too has the same address there.
 */
function kept(
  book: Readonly<Record<string, unknown>>,
  key: string,
  entry: OceanAddressBookEntry,
) {
  const before =
    Object.hasOwn(book, key) && !isExactNumber(book[key])
      ? recordOf(book[key])
      : {};
  return Object.fromEntries(
    Object.entries(before).map(([name, value]) => [
      name,
      entry[writtenName(name)] ?? value,
    ]),
  );
}

function isNetwork(value: unknown): boolean {
  return (
    isRecord(value) &&
    (typeof value["chainId"] === "number" ||
      Object.values(value).some(isAddress))
  );
}
