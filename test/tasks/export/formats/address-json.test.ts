import { createRequire } from "node:module";

import { expect } from "chai";

import type { AlphaNetworkName } from "../../../../src/networks/definitions.ts";
import { pluginMessageOf } from "../../../support/rejection-of.ts";
import { acceptsPrevious, exportedText, exportOf } from "../export-of.ts";

const published: Record<string, Record<string, unknown>> = createRequire(
  import.meta.url,
)("@oceanprotocol/contracts/addresses/address.json");

/** The book that an export of devnet makes of an existing file. */
async function devnetIn(previous: unknown) {
  const text =
    typeof previous === "string" ? previous : JSON.stringify(previous);
  return JSON.parse(
    await exportedText("address-json", { names: ["devnet"], previous: text }),
  );
}

describe("alpha export --format address-json", () => {
  it("given no file, then it has the three networks by the keys that clients look for, with the published start blocks", async () => {
    const book = JSON.parse(await exportedText("address-json"));

    expect(Object.keys(book)).to.deep.equal([
      "pontus-x-devnet",
      "pontus-x-testnet",
      "unknown",
      "gen-x-testnet",
    ]);
    expect(book["pontus-x-devnet"]).to.deep.equal(published["pontus-x-devnet"]);
    // The only key under which ocean.js finds testnet.
    expect(book.unknown).to.deep.equal(book["pontus-x-testnet"]);
    expect(Object.keys(book.unknown)).to.deep.equal(
      Object.keys(book["pontus-x-devnet"]),
    );
    expect(book.unknown.chainId).to.equal(32457);
    expect(book["gen-x-testnet"].startBlock).to.equal(
      published["gen-x-testnet"]?.["startBlock"],
    );
    expect(book["pontus-x-testnet"].startBlock).to.equal(82191);
  });

  it("given the published file, then the other networks and the published order stay, and its malformed entry is repaired", async () => {
    const previous = JSON.stringify(published, null, 4);
    const text = await exportedText("address-json", {
      names: ["third"],
      previous,
    });
    const book = JSON.parse(text);

    expect(Object.keys(book)).to.deep.equal(Object.keys(published));
    expect({
      ...book,
      "gen-x-testnet": published["gen-x-testnet"],
    }).to.deep.equal(published);
    expect(book["gen-x-testnet"].ERC721Template).to.deep.equal({
      "1": "0x2CBCD3b10783378e34209B760e5A70531198f65E",
    });
    expect(text).to.match(/^\{\n {4}"/);
  });

  it("given an entry of the same network with contracts that the registry does not know, then they stay", async () => {
    const book = await devnetIn({
      "pontus-x-devnet": { chainId: 32456, Escrow: "0xEscrow", Router: "old" },
    });

    expect(book["pontus-x-devnet"]).to.deep.equal({
      ...published["pontus-x-devnet"],
      Escrow: "0xEscrow",
    });
  });

  it("given other names of its contracts, which the published book had before, then they have the same addresses, so that the entry does not contradict itself", async () => {
    const other = `0x${"11".repeat(20)}`;
    const book = await devnetIn({
      "pontus-x-devnet": {
        OceanToken: other,
        CommunityFeeCollector: other,
        ERC20Templates: { "1": other, "2": other },
      },
    });

    const { Ocean, OPFCommunityFeeCollector, ERC20Template } =
      published["pontus-x-devnet"] ?? {};
    expect(book["pontus-x-devnet"]).to.deep.equal({
      ...published["pontus-x-devnet"],
      OceanToken: Ocean,
      CommunityFeeCollector: OPFCommunityFeeCollector,
      ERC20Templates: ERC20Template,
    });
  });

  it("given numbers that JavaScript has none of, in another network and in an entry of the same, then they stay as they are written", async () => {
    const text = await exportedText("address-json", {
      names: ["devnet"],
      previous:
        '{"mainnet":{"chainId":1,"cap":9007199254740993},"pontus-x-devnet":{"chainId":32456,"cap":12345678901234567891}}',
    });

    expect(text).to.match(/"cap": ?9007199254740993/);
    expect(text).to.contain('"cap": 12345678901234567891');
    expect(text).to.contain('"chainId": 32456');
  });

  for (const [title, chainId] of [
    ["another chain id", "80001"],
    ["another chain id in another notation", "8.0001e4"],
    ["another chain id as a text", '"0x13881"'],
  ] as const) {
    it(`given an entry of the same name with ${title}, then its contracts are not taken over`, async () => {
      const message = await pluginMessageOf(() =>
        devnetIn(`{"pontus-x-devnet":{"chainId":${chainId},"veOCEAN":"0x01"}}`),
      );

      expect(message).to.match(
        /address\.json has an entry "pontus-x-devnet" with the chain id (80001|0x13881), and the new entry has 32456\. Nothing was written\. .*--as KEY/,
      );
    });
  }

  it("given the entry's own chain id in another notation, then it is the same chain", async () => {
    const book = await devnetIn(
      '{"pontus-x-devnet":{"chainId":3.2456e4,"Escrow":"0x01"}}',
    );

    expect(book["pontus-x-devnet"]).to.include({
      chainId: 32456,
      Escrow: "0x01",
    });
  });

  it("given a number in place of the network's entry, then nothing of it is kept", async () => {
    const book = await devnetIn('{"pontus-x-devnet":9007199254740993}');

    expect(book).to.deep.equal({
      "pontus-x-devnet": published["pontus-x-devnet"],
    });
  });

  it("given what it wrote itself, then it writes the same again", async () => {
    const text = await exportedText("address-json");

    expect(
      await exportedText("address-json", { previous: `${text}\n` }),
    ).to.equal(text);
  });

  for (const [title, third, expected] of [
    ["a start block of the user's", { startBlock: 0 }, 0],
    [
      "a router of the user's",
      { registry: { Router: `0x${"11".repeat(20)}` } },
      1099,
    ],
    [
      "the portal's start block again, which is another contract set's",
      { portal: { startBlock: 1099 } },
      3_665_369,
    ],
  ] as const) {
    it(`given ${title} on third, then its entry's start block is ${expected}`, async () => {
      const alpha = { networks: { third } };
      const book = JSON.parse(await exportedText("address-json", { alpha }));

      expect(book["gen-x-testnet"].startBlock).to.equal(expected);
    });
  }

  for (const [title, previous, message] of [
    ["no JSON", '{\n"a": \n}', "is not valid JSON: check line 3."],
    ["a list", "[]", "is not an object of networks"],
    ["one key twice", '{"a":{},"a":{}}', "the same member twice"],
  ] as const) {
    it(`given a file that holds ${title}, then it is refused with the place, by its name`, async () => {
      const refusal = await pluginMessageOf(() =>
        exportOf("address-json", { previous, file: "book.json" }),
      );

      expect(refusal).to.contain("book.json").and.contain(message);
    });
  }

  it("goes on from address books, empty ones included, and from no other JSON", async () => {
    for (const text of [
      JSON.stringify(published),
      "{}",
      '{"development":{"Ocean":"0x0995527d3473b3a98c471f1ed8787acd77fbf009"}}',
    ]) {
      expect(await acceptsPrevious("address-json", text), text).to.equal(true);
    }
    for (const text of [
      '{"name":"a-package","dependencies":{}}',
      '{"compilerOptions":{"strict":true}}',
      '{"devnet":{"chainId":32456,"nodeUri":"https://mine"}}',
      '{"devnet":{"chainId":32456,"isDefault":true}}',
      "[]",
      "null",
      "1",
    ]) {
      expect(await acceptsPrevious("address-json", text), text).to.equal(false);
    }
  });

  const OWN = { networks: { mine: { like: "testnet", chainId: 23295 } } };
  for (const [title, previous, asked, keys, note] of [
    [
      "the only entry of its chain",
      { other: { chainId: 1 }, oasis: { chainId: 23295, Escrow: "0x01" } },
      {},
      ["other", "oasis"],
      undefined,
    ],
    [
      "two entries of its chain",
      { a: { chainId: 23295 }, b: { chainId: 23295 } },
      {},
      ["a", "b", "mine"],
      'the chain id of "a", "b" is 23295, too',
    ],
    [
      "an entry of its own beside another one of its chain",
      { development: { chainId: 23295 }, mine: { chainId: 23295 } },
      {},
      ["development", "mine"],
      undefined,
    ],
    [
      "a key that the user has chosen",
      { oasis: { chainId: 23295 } },
      { as: "new" },
      ["oasis", "new"],
      undefined,
    ],
  ] as const) {
    it(`given a network of the project's own and ${title}, then the file has ${keys.join(", ")}`, async () => {
      const { text = "", notes = [] } = await exportOf("address-json", {
        alpha: OWN,
        names: names("mine"),
        previous: JSON.stringify(previous),
        ...asked,
      });
      const book = JSON.parse(text);

      expect(Object.keys(book)).to.deep.equal(keys);
      expect(book.oasis?.Escrow).to.equal(
        "oasis" in previous && "Escrow" in previous.oasis ? "0x01" : undefined,
      );
      expect(book[keys.at(-1) ?? ""]).to.include({ startBlock: 0 });
      expect(notes.join()).to.contain(note ?? "");
      expect(notes.length === 0).to.equal(note === undefined);
    });
  }

  it("given an own network with the chain id of Gnosis Chain, then an entry with that id alone is not its", async () => {
    const { text = "", notes } = await exportOf("address-json", {
      alpha: {
        networks: { third: false, mine: { like: "third", chainId: 100 } },
      },
      names: names("mine"),
      previous: '{"gnosis":{"chainId":100}}',
    });

    expect(JSON.parse(text).gnosis).to.deep.equal({ chainId: 100 });
    expect(notes).to.have.length(1);
  });
});

/** Names of networks that this project does not declare. */
function names(...given: readonly string[]) {
  return given.filter((name): name is AlphaNetworkName => name !== "");
}
