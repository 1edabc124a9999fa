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

  for (const [what, list, kind] of [
    ["an index that is left out", '{"1":"a","3":"b"}', "unknown"],
    ["an object with other keys than indices", '{"a":"b"}', "object"],
    ["an index from 0", '{"0":"a","1":"b"}', "object"],
    ["an index twice", '{"1":"a","1":"b"}', "unknown"],
  ] as const) {
    it(`given ${what}, when it is read, then it is no list, and no error unless it is needed`, () => {
      expect(listIn(`{"n":{"T":${list}}}`, "n", "T")).to.equal(kind);
    });
  }

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
  ] as const) {
    it(`given ${what}, when it is read, then it is one error with the place`, async () => {
      expect(await messageOf(text)).to.match(message);
    });
  }
});
