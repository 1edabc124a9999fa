import { isAddress } from "../../../src/base/address.ts";
import { isRecord, recordOf } from "../../../src/base/records.ts";
import { unsetMessage } from "../../../src/config/network-values.ts";
import { parseJson } from "../../../src/files/json.ts";
import { mergeAddressFile } from "../../../src/sources/address-book/merge-address-file.ts";
import { writtenName } from "../../../src/sources/address-book/names.ts";
import {
  addressBookStartBlock,
  type OceanAddressBookEntry,
  oceanAddressBook,
} from "../../../src/sources/address-book/ocean-address-book.ts";
import type { ExportFormat } from "../format.ts";

const NAME = "address.json";

/**
 * The `address.json` that clients of the Ocean stack read (`$ADDRESS_FILE`). Of
 * a file that is there, the other networks stay, and so do other contracts of
 * these.
 */
export const ADDRESS_JSON: ExportFormat = {
  isUnmarked: true,
  isMerged: true,
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
  goesOnFrom: (text) => {
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

/**
 * What a JSON text holds, with its numbers as they are written there: one that
 * JavaScript would round, or spell otherwise, is what `JSON.stringify` spells as
 * it was (`JSON.rawJSON`, of https://github.com/tc39/proposal-json-parse-with-source).
 *
 * @throws SyntaxError if the text is no JSON.
 */
function parseExactJson(text: string): unknown {
  return JSON.parse(text, (...[, value, context]: readonly unknown[]) => {
    const source = sourceOf(context);
    return typeof value !== "number" ||
      source === undefined ||
      JSON.stringify(value) === source
      ? value
      : call("rawJSON", source);
  });
}

/** Whether a value stands for a number that JavaScript would not spell so. */
function isExactNumber(value: unknown): boolean {
  return call("isRawJSON", value) === true;
}

function sourceOf(context: unknown): string | undefined {
  const source =
    typeof context === "object" && context !== null
      ? Reflect.get(context, "source")
      : undefined;
  return typeof source === "string" ? source : undefined;
}

/** Node 22 has them; the declarations of ECMAScript 2024 do not. */
function call(name: "rawJSON" | "isRawJSON", argument: unknown): unknown {
  return Reflect.apply(Reflect.get(JSON, name), JSON, [argument]);
}
