import { expect } from "chai";
import { configVariable } from "hardhat/config";

import { isWrittenBy } from "../../../../src/files/generated-by.ts";
import { exportedText, exportOf } from "../export-of.ts";

const KEY = "c4n4ry5ecretc4n4ry5ecret";

describe("alpha export --format chain-metadata", () => {
  it("given the preset, then the list has what chain lists require, without slashes at the end of explorers", async () => {
    const { text = "", gaps, notes } = await exportOf("chain-metadata");
    const list = JSON.parse(text);

    // Portals show both, and take what has no such name for a mainnet.
    expect(
      list.map(({ name, chain }: Record<string, string>) => [name, chain]),
    ).to.deep.equal([
      ["Pontus-X Devnet", "Pontus-X"],
      ["Pontus-X Testnet", "Pontus-X"],
      ["GEN-X Testnet", "GEN-X"],
    ]);
    expect(list[2]).to.deep.equal({
      chainId: 100,
      networkId: 100,
      name: "GEN-X Testnet",
      chain: "GEN-X",
      rpc: ["https://rpc.genx.minimal-gaia-x.eu"],
      faucets: [],
      nativeCurrency: { name: "GX", symbol: "GX", decimals: 18 },
      infoURL: "https://explorer.genx.minimal-gaia-x.eu",
      shortName: "genxtestnet",
      explorers: [
        {
          name: "GEN-X Testnet Explorer",
          url: "https://explorer.genx.minimal-gaia-x.eu",
          standard: "none",
        },
      ],
    });
    expect(gaps).to.deep.equal([]);
    expect(notes).to.deep.equal([
      "third: Gnosis Chain also has chain id 100, and wallets identify chains by the chain id alone.",
    ]);
  });

  it("given another name and decimals other than 18 of the fee token, then its symbol is the chain's, with 18, since wallets refuse others", async () => {
    const devnet = { displayName: "Mine", feeToken: { decimals: 6 } };
    const text = await exportedText("chain-metadata", {
      alpha: { networks: { devnet } },
    });
    const [{ name, chain, nativeCurrency }] = JSON.parse(text);

    expect([name, chain]).to.deep.equal(["Mine", nativeCurrency.symbol]);
    expect(nativeCurrency.decimals).to.equal(18);
  });

  it("given a network name that is no short name, then it is left out and told", async () => {
    const { text = "", gaps } = await exportOf("chain-metadata", {
      alpha: { networks: { devnet: { portal: { network: "my network" } } } },
      names: ["devnet"],
    });

    expect(JSON.parse(text)[0]).not.to.have.property("shortName");
    expect(gaps).to.have.lengthOf(1);
    expect(gaps[0]).to.contain("shortName of devnet is left out");
  });

  describe("given URLs that may be secret", () => {
    const secrets = {
      alpha: {
        networks: {
          devnet: {
            portal: {
              nodeUri: configVariable("MY_NODE"),
              explorerUri: `https://user:${KEY}@explorer.example/`,
            },
          },
        },
      },
      names: ["devnet"],
      environment: { MY_NODE: `https://node.example/${KEY}` },
    } as const;

    it("then there are placeholders, and a note says that clients cannot use them", async () => {
      const { text = "", notes } = await exportOf("chain-metadata", secrets);

      expect(text).not.to.contain(KEY);
      expect(JSON.parse(text)[0].rpc).to.deep.equal(["{MY_NODE}"]);
      expect(notes).to.have.lengthOf(1);
      expect(notes?.[0]).to.contain(
        "devnet: nodeUri and explorerUri may be secret and were replaced by placeholders, which clients cannot use.",
      );
    });

    it("in what requests go to, then they are no part of it", async () => {
      const text = await exportedText("chain-metadata", {
        alpha: { networks: { devnet: { url: `https://node/${KEY}` } } },
        reveal: true,
      });

      expect(text).not.to.contain(KEY);
    });
  });

  for (const [file, kind] of [
    ["networksMetadata.config.js", "commonjs"],
    ["x.CJS", "commonjs"],
    ["x.mjs", "esm"],
  ] as const) {
    it(`given the file ${file}, then it is a portal's module (${kind}), and loads as the same list`, async () => {
      const text = await exportedText("chain-metadata", { file });
      const list = JSON.parse(await exportedText("chain-metadata"));

      expect(await load(text, kind)).to.deep.equal(list);
      expect(isWrittenBy(text, "export")).to.equal(true);
    });
  }
});

async function load(text: string, kind: "commonjs" | "esm"): Promise<unknown> {
  const source =
    kind === "esm"
      ? text
      : `const module = {};\n{\n${text}\n}\nexport const { networksMetadata } = module.exports;`;
  const { networksMetadata } = await import(
    `data:text/javascript,${encodeURIComponent(source)}`
  );
  return networksMetadata;
}
