import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect } from "chai";

import { parseAddressBook } from "../../../src/sources/address-book/parse-address-book.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";

const PUBLISHED = readFileSync(
  createRequire(import.meta.url).resolve(
    "@oceanprotocol/contracts/addresses/address.json",
  ),
  "utf8",
);
const FILE = "address.json";

const messageOf = (text: string) =>
  pluginMessageOf(() => parseAddressBook(text, FILE));

/** A list of an entry, as the texts it holds. */
function listIn(text: string, entry: string, key: string) {
  const book = parseAddressBook(text, FILE);
  const value = book.entries
    .find(({ name }) => name === entry)
    ?.members.get(key)?.value;
  return value?.kind === "list"
    ? value.items.map((item) => item.kind === "scalar" && item.value)
    : value?.kind;
}

describe("an address book", () => {
  it("given the published one, when it is read, then every entry and key of it is there", () => {
    const { entries } = parseAddressBook(PUBLISHED, FILE);
    const data: Record<string, object> = JSON.parse(PUBLISHED);

    expect(entries.map(({ name }) => name)).to.deep.equal(Object.keys(data));
    for (const { name, members } of entries) {
      expect([...members.keys()]).to.deep.equal(Object.keys(data[name] ?? {}));
    }
  });

  it("given indices out of order, when the list is read, then it is in their order", () => {
    expect(listIn('{"n":{"T":{"2":"b","1":"a"}}}', "n", "T")).to.deep.equal([
      "a",
      "b",
    ]);
  });

  it("given an object with other keys than indices, when it is read, then it is not a list, and no error unless it is needed", () => {
    expect(listIn('{"n":{"T":{"a":"b"}}}', "n", "T")).to.equal("object");
  });

  for (const [what, text, message] of [
    [
      "a list",
      "[]",
      /^address\.json, line 1, column 1: Expected an object of networks by name/,
    ],
    [
      "an entry that is a text",
      '{\n"n":"x"}',
      /line 2, column 5: Expected the entry "n" to be an object/,
    ],
    [
      "an index that is left out",
      '{"n":{"T":{"1":"a","3":"b"}}}',
      /line 1, column 20: The entry "n" has a missing or repeated index in "T"\. Expected "1" to "2", each of them once/,
    ],
    ["an index from 0", '{"n":{"T":{"0":"a","1":"b"}}}', undefined],
    [
      "an index twice",
      '{"n":{"T":{"1":"a","1":"b"}}}',
      /column 12: .* repeated index in "T"/,
    ],
  ] as const) {
    it(`given ${what}, when it is read, then it is ${message === undefined ? "no list" : "one error with the place"}`, async () => {
      if (message === undefined) {
        expect(listIn(text, "n", "T")).to.equal("object");
      } else {
        expect(await messageOf(text)).to.match(message);
      }
    });
  }
});
