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

  it("given the published one, when a list is read, then it has the addresses in the order of their index", () => {
    expect(listIn(PUBLISHED, "pontus-x-devnet", "ERC20Template")).to.deep.equal(
      [
        "0x02eCd3850B53b1BA8dbCdD146C963cC27f27Dd3C",
        "0x23Efb300c8778d6842bB0cCBD07D356eCeB97070",
      ],
    );
  });

  it("given the published one, when it is read, then its malformed key is understood, and a warning names it and its line", () => {
    const warnings = parseAddressBook(PUBLISHED, FILE).entries.flatMap(
      ({ name, warnings }) =>
        warnings.map((warning) => ({ entry: name, ...warning })),
    );
    const line = PUBLISHED.split("\n").findIndex((text) =>
      text.includes('"1:"'),
    );

    expect(listIn(PUBLISHED, "gen-x-testnet", "ERC721Template")).to.deep.equal([
      "0x2CBCD3b10783378e34209B760e5A70531198f65E",
    ]);
    expect(
      warnings.map(({ entry, place }) => [entry, place.line]),
    ).to.deep.equal([["gen-x-testnet", line + 1]]);
    expect(warnings[0]?.message).to.equal(
      'The key "1:" in "ERC721Template" is read as "1"',
    );
  });

  it("given indices out of order, when the list is read, then it is in their order", () => {
    expect(listIn('{"n":{"T":{"2":"b","1":"a"}}}', "n", "T")).to.deep.equal([
      "a",
      "b",
    ]);
  });

  it("given an array, as documents have it, when the list is read, then it is the same list", () => {
    expect(listIn('{"n":{"T":["a","b"]}}', "n", "T")).to.deep.equal(["a", "b"]);
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
      "an index twice, once malformed",
      '{"n":{"T":{"1":"a",\n"1:":"b"}}}',
      /line 2, column 1: The entry "n" has a missing or repeated index in "T"/,
    ],
    [
      "an index twice",
      '{"n":{"T":{"1":"a","1":"b"}}}',
      /column 12: .* repeated index in "T"/,
    ],
    [
      "a comment",
      "{\n// x\n}",
      /^address\.json, line 2, column 1: Invalid JSON/,
    ],
    ["nothing", "", /The file is empty/],
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
