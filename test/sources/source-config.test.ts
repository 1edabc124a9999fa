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

  const keyed = (keys: object) => ({ ...IGNITION, keys });
  /** Sources by the path of the mistake, and by its message. */
  const MISTAKES: readonly (readonly [string, RegExp, ...unknown[]])[] = [
    [
      "type",
      /^Expected one of portal, address-json, ignition/,
      { type: "yaml", file: "x" },
    ],
    [
      "network",
      /^Did you mean testnet\? Expected one of .*, or a list of them$/,
      { ...PORTAL, network: "tesnet" },
    ],
    [
      "network",
      /^Expected one of devnet, testnet, third/,
      { ...PORTAL, network: ["devnet", "tesnet"] },
      { type: "ignition", file: "x", keys: {} },
    ],
    [
      "network",
      /Required with keys/,
      { type: "hardhat-deploy", deployments: "d", keys: { A: "Router" } },
      { type: "foundry", broadcast: "b", out: "out", keys: { A: "Router" } },
    ],
    [
      "out",
      /Expected a text, got nothing/,
      { type: "foundry", broadcast: "b" },
    ],
    ["file", /Unknown key/, { type: "hardhat-deploy", file: "f" }],
    ["file", /Expected a text, got nothing/, { type: "portal" }],
    ["file", /path of a file/, { type: "portal", file: "a\0b" }],
    ["keys", /Unknown key/, { ...PORTAL, keys: {} }],
    ["keys", /Required/, IGNITION],
    [
      "keys",
      /Set the whole list: ERC20Template\[0\] is missing/,
      keyed({ "M#A": "ERC20Template[1]" }),
    ],
    ["optional", /true or false/, { ...PORTAL, optional: "yes" }],
    [
      "keys.M#A",
      /^Expected one of Alpha, .*ERC20Template\[0\], ERC20Template\[1\], ERC721Template\[0\]/,
      keyed({ "M#A": "AlphaToken" }),
      keyed({ "M#A": "Router[0]" }),
    ],
    [
      "keys.M#B",
      /Another future already has this key/,
      keyed({ "M#A": "Router", "M#B": "Router" }),
    ],
  ];
  for (const [path, message, ...sources] of MISTAKES) {
    for (const source of sources) {
      it(`given ${JSON.stringify(source)}, when it is validated, then the mistake is told at ${path}`, async () => {
        const mistakes = await mistakesIn({ alpha: { sources: [source] } });

        expect(mistakes[`alpha.sources.0.${path}`]).to.match(message);
      });
    }
  }

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
