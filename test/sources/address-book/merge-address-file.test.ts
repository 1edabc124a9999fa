import { expect } from "chai";
import { mergeAddressFile } from "../../../src/sources/address-book/merge-address-file.ts";
import { addressBookEntries } from "../../../src/sources/address-book/ocean-address-book.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";

const FILE = "address.json";
const ENTRY = { chainId: 1, startBlock: 0 };

describe("entries put into an address file", () => {
  for (const text of [undefined, "", "\n \n"]) {
    it(`given ${JSON.stringify(text)} in it, then they are all it holds`, () => {
      expect(mergeAddressFile(text, FILE, { a: ENTRY })).to.equal(
        `${JSON.stringify({ a: ENTRY }, null, 2)}\n`,
      );
    });
  }

  it("given entries of others, then those stay, in their order, and one of the same name is replaced whole", () => {
    const text = '{"z":{"Ocean":"0x1"},"a":{"old":true},"m":[1,"é\\u0001"]}';
    const merged = mergeAddressFile(text, FILE, { a: ENTRY, b: ENTRY });

    expect(JSON.parse(merged)).to.deep.equal({
      z: { Ocean: "0x1" },
      a: ENTRY,
      m: [1, "é\u0001"],
      b: ENTRY,
    });
    expect(Object.keys(JSON.parse(merged))).to.deep.equal(["z", "a", "m", "b"]);
  });

  it("given an entry named __proto__, then it stays an entry", () => {
    const merged = mergeAddressFile('{"__proto__": {"x": 1}}', FILE, {});

    expect(merged).to.equal('{\n  "__proto__": {"x": 1}\n}\n');
  });

  for (const value of [
    "9007199254740993",
    '"\\u00e9\\/\\ud800"',
    '"a \\" , } ] : {"',
    '[1,{"b" : [ ]}, {}]',
  ]) {
    it(`given ${value} in an entry of others, then its text stays as it is`, () => {
      const entry = `{"x" :${value} }`;

      expect(
        mergeAddressFile(`{ "z": ${entry}, "a": 1 }`, FILE, { a: ENTRY }),
      ).to.equal(
        `{\n  "z": ${entry},\n  "a": {\n    "chainId": 1,\n    "startBlock": 0\n  }\n}\n`,
      );
      expect(mergeAddressFile(`{"z":${value}}`, FILE, {})).to.equal(
        `{\n  "z": ${value}\n}\n`,
      );
    });
  }

  for (const [title, indent, end] of [
    ["lines that end with CR and LF", "  ", "\r\n"],
    ["lines indented by tabs", "\t", "\n"],
  ] as const) {
    it(`given ${title}, then they still are so, and merging again changes nothing`, () => {
      const write = (value: object) =>
        `${JSON.stringify(value, null, indent)}\n`.replaceAll("\n", end);
      const once = mergeAddressFile(write({ z: ENTRY }), FILE, { a: ENTRY });

      expect(once).to.equal(write({ z: ENTRY, a: ENTRY }));
      expect(mergeAddressFile(once, FILE, { a: ENTRY })).to.equal(once);
    });
  }

  for (const [text, message] of [
    ['{\n "a": 1,\n}', "is not valid JSON: check line 3."],
    ["\n\n[]", "is not an object of networks: check line 3"],
    ['{"a": 1,\n"a": 2}', "the same member twice in one object, line 2"],
  ] as const) {
    it(`given ${JSON.stringify(text).slice(0, 30)} in it, then the error names the file and the line`, async () => {
      const refusal = await pluginMessageOf(() =>
        mergeAddressFile(text, FILE, { a: ENTRY }),
      );

      expect(refusal).to.contain(FILE).and.to.contain(message);
    });
  }
});

describe("the entries of served sandboxes", () => {
  const book = (key: string, chainId: number) => ({
    key,
    entry: { chainId },
    unset: [],
  });

  it("given a network that ocean.js has under another key, then it has both", () => {
    const oceanJsKey = "unknown";

    expect(
      addressBookEntries([book("b", 2), { ...book("a", 1), oceanJsKey }]),
    ).to.deep.equal({
      b: { chainId: 2 },
      a: { chainId: 1 },
      unknown: { chainId: 1 },
      development: { chainId: 2 },
    });
  });

  it("given two sandboxes of one network, then the first one is used", () => {
    expect(addressBookEntries([book("a", 1), book("a", 7)])).to.deep.equal({
      a: { chainId: 1 },
      development: { chainId: 1 },
    });
  });
});
