import { createRequire } from "node:module";

import { expect } from "chai";

import { EXPORT_FORMATS } from "../../../../tasks/export/action.ts";
import { pluginMessageOf } from "../../../support/rejection-of.ts";
import { exportedText, exportOf } from "../export-of.ts";

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

  it("given an entry of the same network with contracts that the registry does not know, then they stay", async () => {
    const book = await devnetIn({
      "pontus-x-devnet": { chainId: 32456, Escrow: "0xEscrow", Router: "old" },
    });

    expect(book["pontus-x-devnet"]).to.deep.equal({
      ...published["pontus-x-devnet"],
      Escrow: "0xEscrow",
    });
  });

  for (const [title, router, isKept] of [
    ["another router", `0x${"22".repeat(20)}`, false],
    ["the same router", `0x${"1A".repeat(20)}`, true],
    ["no router", "", true],
  ] as const) {
    it(`given an entry of ${title} with contracts that the registry has not set, then they ${isKept ? "stay" : "are dropped"}, and contracts of the project's own stay`, async () => {
      const other = `0x${"11".repeat(20)}`;
      const former = {
        Dispenser: other,
        OceanToken: other,
        ERC20Templates: { "1": other },
      };
      const text = await exportedText("address-json", {
        alpha: {
          preset: false,
          networks: {
            devnet: { registry: { Router: `0x${"1a".repeat(20)}` } },
          },
        },
        names: ["devnet"],
        previous: JSON.stringify({
          "pontus-x-devnet": {
            ...{ chainId: 32456, Router: router, Market: other },
            ...former,
          },
        }),
      });
      const { chainId, Router, startBlock, ...others } =
        JSON.parse(text)["pontus-x-devnet"];

      expect([chainId, Router.toLowerCase(), typeof startBlock]).to.deep.equal([
        32456,
        `0x${"1a".repeat(20)}`,
        "number",
      ]);
      expect(others).to.deep.equal({
        Market: other,
        ...(isKept ? former : {}),
      });
    });
  }

  it("given contracts with the names of what every object has, then they stay", async () => {
    const names = ["constructor", "toString", "hasOwnProperty", "__proto__"];
    const members = names.map((name) => `"${name}":"0x01"`).join();
    const text = await exportedText("address-json", {
      names: ["devnet"],
      previous: `{"pontus-x-devnet":{${members}}}`,
    });

    for (const name of names) {
      expect(text).to.contain(`"${name}": "0x01"`);
    }
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

  it("given a start block or a router of the user's on third, then its entry has the network's, and else the contract set's", async () => {
    const startBlockOf = async (third: object) => {
      const alpha = { networks: { third } };
      const text = await exportedText("address-json", { alpha });
      return JSON.parse(text)["gen-x-testnet"].startBlock;
    };

    expect(await startBlockOf({ startBlock: 0 })).to.equal(0);
    const registry = { Router: `0x${"11".repeat(20)}` };
    expect(await startBlockOf({ registry })).to.equal(1099);
    expect(await startBlockOf({ portal: { startBlock: 1099 } })).to.equal(
      3_665_369,
    );
  });

  it("given a network of the project's own with the key of another one, then none of the two is lost: it is an error", async () => {
    const alpha = { networks: { unknown: { like: "devnet", chainId: 7 } } };
    const message = await pluginMessageOf(() =>
      exportOf("address-json", { alpha }),
    );
    const alone = await exportedText("address-json", {
      alpha,
      names: ["unknown"],
    });

    expect(message).to.contain(
      'testnet and unknown both have the key "unknown"',
    );
    expect(JSON.parse(alone)).to.have.all.keys("unknown");
  });

  it("goes on from address books, empty ones included, and from no other JSON", async () => {
    const accepts = EXPORT_FORMATS["address-json"]?.acceptsPrevious;
    const development =
      '{"development":{"Ocean":"0x0995527d3473b3a98c471f1ed8787acd77fbf009"}}';
    const numbers = development.replace('{"Oc', '{"chainId":"8996","Oc');
    // As that of ocean.py.
    const versions = development.replace('{"Oc', '{"v4":{"Router":"0x1"},"Oc');
    for (const text of [
      ...[JSON.stringify(published), "{}"],
      ...[development, numbers, versions],
    ]) {
      expect(accepts?.(text), text).to.equal(true);
    }
    for (const text of [
      '{"name":"a-package","dependencies":{}}',
      '{"devnet":{"chainId":32456,"nodeUri":"https://mine"}}',
      await exportedText("json"),
      "[]",
    ]) {
      expect(accepts?.(text), text).to.equal(false);
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
        names: ["mine"],
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
      names: ["mine"],
      previous: '{"gnosis":{"chainId":100}}',
    });

    expect(JSON.parse(text).gnosis).to.deep.equal({ chainId: 100 });
    expect(notes).to.have.length(1);
  });
});
