import { expect } from "chai";

import { mistakesIn } from "../support/config-hooks.ts";

const PORTAL = { type: "portal", file: "chains.config.js" };
const IGNITION = { type: "ignition", file: "d.json", network: "devnet" };

describe("alpha.sources in the Hardhat config", () => {
  it("given each type with all its fields, when it is validated, then there is no mistake", async () => {
    expect(
      await mistakesIn({
        alpha: {
          sources: [
            { ...PORTAL, network: "third", entry: "genx", optional: true },
            { type: "address-json", file: "/x", network: "devnet", entry: "x" },
            {
              ...IGNITION,
              keys: { "M#A": "Router", "M#B": "ERC721Template[0]" },
              optional: false,
            },
            { type: "ignition", deployment: "d", network: "devnet" },
          ],
        },
      }),
    ).to.deep.equal({});
  });

  for (const [what, source, path, message] of [
    [
      "no object",
      "chains.config.js",
      "0.type",
      /Expected one of portal, address-json, ignition/,
    ],
    ["null", null, "0.type", /Expected one of/],
    [
      "a misspelled type",
      { type: "portals", file: "x" },
      "0.type",
      /^Did you mean portal\? Expected one of portal, /,
    ],
    [
      "a misspelled network",
      { ...PORTAL, network: "tesnet" },
      "0.network",
      /^Did you mean testnet\? Expected one of .*, or a list of them$/,
    ],
    [
      "a misspelled network of Ignition",
      { ...IGNITION, network: "tesnet", keys: {} },
      "0.network",
      /^Did you mean testnet\? Expected one of /,
    ],
    [
      "a misspelled network in a list",
      { ...PORTAL, network: ["devnet", "tesnet"] },
      "0.network",
      /Expected one of/,
    ],
    ["another type", { type: "yaml", file: "x" }, "0.type", /Expected one of/],
    [
      "a name of Object's",
      { type: "toString", file: "x" },
      "0.type",
      /Expected one of/,
    ],
    ["no file", { type: "portal" }, "0.file", /Required/],
    [
      "an empty file",
      { type: "portal", file: "" },
      "0.file",
      /non-empty string/,
    ],
    [
      "a file with a zero",
      { type: "portal", file: "a\0b" },
      "0.file",
      /path of a file/,
    ],
    [
      "an unknown network",
      { ...PORTAL, network: "mainnet" },
      "0.network",
      /Expected one of devnet, testnet, third/,
    ],
    ["an unknown field", { ...PORTAL, keys: {} }, "0.keys", /Unknown key/],
    [
      "optional as a text",
      { ...PORTAL, optional: "yes" },
      "0.optional",
      /boolean/,
    ],
    [
      "Ignition without a network",
      { type: "ignition", file: "x", keys: {} },
      "0.network",
      /Expected one of/,
    ],
    ["Ignition without keys", IGNITION, "0.keys", /Required/],
    [
      "a key that the registry has not",
      { ...IGNITION, keys: { "M#A": "AlphaToken" } },
      "0.keys.M#A",
      /^Expected one of Alpha, /,
    ],
    [
      "a key of Object's",
      { ...IGNITION, keys: { "M#A": "toString" } },
      "0.keys.M#A",
      /^Expected one of Alpha, /,
    ],
    [
      "a list without a place",
      { ...IGNITION, keys: { "M#A": "ERC20Template" } },
      "0.keys.M#A",
      /^Expected one of .*ERC20Template\[0\], ERC20Template\[1\]/,
    ],
    [
      "a place beyond the list",
      { ...IGNITION, keys: { "M#A": "ERC721Template[1]" } },
      "0.keys.M#A",
      /ERC721Template\[0\]/,
    ],
    [
      "a place in no list",
      { ...IGNITION, keys: { "M#A": "Router[0]" } },
      "0.keys.M#A",
      /^Expected one of /,
    ],
    [
      "half a list",
      { ...IGNITION, keys: { "M#A": "ERC20Template[1]" } },
      "0.keys",
      /Set the whole list: ERC20Template\[0\] is missing/,
    ],
    [
      "one key for two futures",
      { ...IGNITION, keys: { "M#A": "Router", "M#B": "Router" } },
      "0.keys.M#B",
      /Another future already has this key/,
    ],
  ] as const) {
    it(`given ${what}, when it is validated, then the mistake is told at its path`, async () => {
      const mistakes = await mistakesIn({ alpha: { sources: [source] } });

      expect(Object.keys(mistakes)).to.include(`alpha.sources.${path}`);
      expect(mistakes[`alpha.sources.${path}`]).to.match(message);
    });
  }

  it("given no list, when it is validated, then it is a mistake", async () => {
    expect(await mistakesIn({ alpha: { sources: PORTAL } })).to.have.keys([
      "alpha.sources",
    ]);
  });

  it("given a source of a network that is disabled, when it is validated, then one of the two is a mistake", async () => {
    const mistakes = await mistakesIn({
      alpha: {
        sources: [PORTAL, { ...PORTAL, network: "third" }],
        networks: { third: false },
      },
    });

    expect(mistakes["alpha.sources.1.network"]).to.match(
      /the network is disabled/,
    );
    expect(Object.keys(mistakes)).to.have.length(1);
  });
});
