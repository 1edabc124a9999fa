import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "chai";
import { configVariable } from "hardhat/config";

import { isWrittenBy } from "../../../../src/files/generated-by.ts";
import { exportedText, exportOf } from "../export-of.ts";

const SCHEMA = {
  type: "array",
  minItems: 1,
  items: {
    type: "object",
    additionalProperties: false,
    required: [
      "name",
      "shortName",
      "chain",
      "chainId",
      "networkId",
      "rpc",
      "faucets",
      "infoURL",
      "nativeCurrency",
    ],
    properties: {
      chainId: { type: "integer", minimum: 1 },
      networkId: { type: "integer", minimum: 1 },
      name: { type: "string", minLength: 1 },
      chain: { type: "string", minLength: 1 },
      rpc: { type: "array", items: { type: "string", format: "uri" } },
      faucets: { type: "array", items: { type: "string", format: "uri" } },
      nativeCurrency: {
        type: "object",
        additionalProperties: false,
        required: ["name", "symbol", "decimals"],
        properties: {
          name: { type: "string" },
          symbol: { type: "string" },
          decimals: { const: 18 },
        },
      },
      infoURL: { type: "string", format: "uri" },
      shortName: { type: "string", pattern: "^[A-Za-z0-9_-]{1,64}$" },
      explorers: {
        type: "array",
        items: {
          type: "object",
          additionalProperties: false,
          required: ["name", "url", "standard"],
          properties: {
            name: { type: "string" },
            url: { type: "string", format: "uri", pattern: "[^/]$" },
            standard: { enum: ["EIP3091", "none"] },
          },
        },
      },
    },
  },
};

function problemsOf(list: unknown): string | undefined {
  const ajv = new Ajv2020({ allErrors: true });
  addFormats.default(ajv);
  return ajv.validate(SCHEMA, list) ? undefined : ajv.errorsText();
}

const KEY = "c4n4ry5ecretc4n4ry5ecret";

describe("alpha export --format chain-metadata", () => {
  it("given the preset, then the list is valid by the schema of chain lists, without slashes at the end of explorers", async () => {
    const { text = "", gaps } = await exportOf("chain-metadata");
    const list = JSON.parse(text);

    expect(problemsOf(list)).to.equal(undefined);
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
  });

  it("given the third network, then a note says that Gnosis Chain has the same chain id, and given another chain id, then not", async () => {
    expect((await exportOf("chain-metadata")).notes).to.deep.equal([
      "third: Gnosis Chain also has chain id 100, and wallets identify chains by the chain id alone.",
    ]);
    expect(
      (
        await exportOf("chain-metadata", {
          alpha: { networks: { third: { chainId: 4242 } } },
        })
      ).notes,
    ).to.deep.equal([]);
  });

  it("given decimals other than 18 of the fee token, then there are 18, since wallets refuse others", async () => {
    const text = await exportedText("chain-metadata", {
      alpha: { networks: { devnet: { feeToken: { decimals: 6 } } } },
    });

    expect(JSON.parse(text)[0].nativeCurrency.decimals).to.equal(18);
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

    it("and they are to be revealed, then they are written", async () => {
      const { text = "", notes } = await exportOf("chain-metadata", {
        ...secrets,
        reveal: true,
      });

      expect(JSON.parse(text)[0].rpc).to.deep.equal([
        `https://node.example/${KEY}`,
      ]);
      expect(notes).to.deep.equal([]);
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
