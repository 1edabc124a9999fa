import { expect } from "chai";
import { parse as parseDotenv } from "dotenv";
import { parse as parseYaml } from "yaml";
import {
  portalConfigs,
  type ShownPortalConfig,
  type ShownPortalField,
} from "../../../src/connect/portal-configs.ts";
import { generatedBy } from "../../../src/files/generated-by.ts";
import type { AlphaNetworkName } from "../../../src/networks/definitions.ts";
import { PLAIN } from "../../../tasks/cli/style.ts";
import { CONFIG_FORMATS } from "../../../tasks/config/action.ts";
import { configEnv } from "../../../tasks/config/formats/env.ts";
import { configJs } from "../../../tasks/config/formats/js.ts";
import { configYaml } from "../../../tasks/config/formats/json.ts";
import { configTable } from "../../../tasks/config/formats/table.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { PRESET } from "../../support/preset.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";

type Value = ShownPortalField["value"];

function config(
  fields: Readonly<Record<string, Value>>,
  {
    network = "devnet",
    hidden = [],
    displayName,
  }: {
    readonly network?: AlphaNetworkName;
    readonly hidden?: readonly string[];
    readonly displayName?: string;
  } = {},
): ShownPortalConfig {
  return {
    network,
    displayName,
    versions: {},
    fields: Object.entries(fields).map(([field, value]) => ({
      field,
      value,
      isHidden: hidden.includes(field),
      origin: { kind: "preset" },
    })),
  };
}

const UNSET = config({ chainId: 5, nodeUri: null, alphaTokenSymbol: "A" });
const HIDDEN = config(
  { providerUri: "{MY_PROVIDER}" },
  { hidden: ["providerUri"] },
);

describe("a portal config with an unset value", () => {
  it("given JSON and YAML, then it is null", () => {
    const options = { explain: false, module: "esm", style: PLAIN } as const;
    for (const name of ["json", "yaml"]) {
      const text = CONFIG_FORMATS[name]?.render([UNSET], "ocean", options);
      expect(parseYaml(text ?? "")).to.deep.equal({
        devnet: { chainId: 5, nodeUri: null, oceanTokenSymbol: "A" },
      });
    }
  });

  it("given a module, then it is left out, so undefined, and a comment says so", () => {
    const text = configJs([UNSET], "ocean", "commonjs");

    expect(text).to.include("    // nodeUri is unset\n");
    expect(text).not.to.match(/nodeUri:/);
  });

  it("given a .env file, then no variable is set, and a comment says so", () => {
    const text = configEnv([UNSET], "reference");

    expect(text).to.include("# ALPHA_DEVNET_NODE_URI is unset");
    expect(parseDotenv(text)).to.deep.equal({
      ALPHA_DEVNET_CHAIN_ID: "5",
      ALPHA_DEVNET_ALPHA_TOKEN_SYMBOL: "A",
    });
  });
});

describe("a portal config with a hidden value", () => {
  it("given a module or a .env file, then a comment above it says so", () => {
    expect(configJs([HIDDEN], "reference", "esm")).to.include(
      '    // providerUri is hidden\n    providerUri: "{MY_PROVIDER}",',
    );
    expect(configEnv([HIDDEN], "ocean")).to.include(
      "# NEXT_PUBLIC_PROVIDER_URL is hidden\nNEXT_PUBLIC_PROVIDER_URL='{MY_PROVIDER}'",
    );
  });
});

describe("a portal config as a .env file", () => {
  it("given the dialect ocean, then it has the variables that portals read, and none for other fields", () => {
    const names = {
      metadataCacheUri: "METADATACACHE_URI",
      nodeUri: "RPC_URL",
      providerUri: "PROVIDER_URL",
      subgraphUri: "SUBGRAPH_URI",
      alphaTokenAddress: "OCEAN_TOKEN_ADDRESS",
      fixedRateExchangeAddress: "FIXED_RATE_EXCHANGE_ADDRESS",
      dispenserAddress: "DISPENSER_ADDRESS",
      nftFactoryAddress: "NFT_FACTORY_ADDRESS",
      alphaCommunityFeeCollector: "OPF_COMMUNITY_FEE_COLECTOR",
    };
    const fields = Object.keys(names).map((field) => [field, `of ${field}`]);
    const others = { chainId: 5, isDefault: true, explorerUri: "https://e" };
    const given = config({ ...others, ...Object.fromEntries(fields) });

    expect(parseDotenv(configEnv([given], "ocean"))).to.deep.equal(
      Object.fromEntries(
        Object.entries(names).map(([field, name]) => [
          `NEXT_PUBLIC_${name}`,
          `of ${field}`,
        ]),
      ),
    );
  });

  it("given several networks in the dialect ocean, then it is refused, with both ways out", async () => {
    const message = await pluginMessageOf(() =>
      configEnv([UNSET, config({ chainId: 6 }, { network: "third" })], "ocean"),
    );

    expect(message).to.include("devnet, third");
    expect(message).to.include("--dialect reference");
  });

  it("given a $ in a value, then the dialect that portals expand refuses it, the other carries it", async () => {
    const configs = [config({ nodeUri: "https://n/$KEY" })];

    expect(await pluginMessageOf(() => configEnv(configs, "ocean"))).to.include(
      "nodeUri of devnet",
    );
    expect(parseDotenv(configEnv(configs, "reference"))).to.deep.equal({
      ALPHA_DEVNET_NODE_URI: "https://n/$KEY",
    });
  });

  it("given the third network's config v4, then its services are in the variables that this plugin reads them from", async () => {
    const alpha = {
      networks: { third: { versions: { portal: "v4" } } },
    };
    const names = ["third"];
    const selection = { names, globalNetwork: undefined, sandbox: false };
    const { config } = await createAlphaHre({ alpha });
    const configs = await portalConfigs(config, selection, false);

    expect(parseDotenv(configEnv(configs, "reference"))).to.include({
      ALPHA_THIRD_NODE_URI: PRESET.third.portal["nodeUri"],
      ALPHA_THIRD_BACKEND_PROVIDER_URI: PRESET.third.backendV4?.["providerUri"],
    });
  });

  it("given a value that no such file carries, then the error names its field and shows nothing of it", async () => {
    const message = await pluginMessageOf(() =>
      configEnv([config({ network: "c4n4ry\0" })], "reference"),
    );

    expect(message).to.include("network of devnet");
    expect(message).to.include("control character");
    expect(message).not.to.include("c4n4ry");
  });
});

describe("a portal config as YAML", () => {
  it("given texts that YAML 1.1 takes for something else, then each is in quotes on one line", () => {
    const text = configYaml(
      [
        config({
          network: "no",
          dispenserAddress: "0x12",
          name: `${"word\n".repeat(30)}`,
        }),
      ],
      "reference",
    );

    expect(text).to.include('network: "no"\n');
    expect(text).to.include('dispenserAddress: "0x12"\n');
    expect(text.slice(text.indexOf("devnet:")).split("\n")).to.have.lengthOf(4);
  });

  for (const [value, written] of [
    [1e-7, "1.0e-7"],
    [1.5e-9, "1.5e-9"],
  ] as const) {
    it(`given the number ${value}, then it has the dot without which YAML 1.1 takes it for a text`, () => {
      const text = configYaml(
        [config({ gasFeeMultiplier: value })],
        "reference",
      );

      expect(text).to.equal(
        `# ${generatedBy("alpha config --format yaml")}\n\ndevnet:\n  gasFeeMultiplier: ${written}`,
      );
      expect(parseYaml(text)).to.deep.equal({
        devnet: { gasFeeMultiplier: value },
      });
    });
  }
});

describe("a portal config as a table", () => {
  it("given hostile texts, then each is one line in its column, and a URL stays exact", () => {
    const text = configTable(
      [
        config(
          {
            network: "a\u001b[2J\n::error::b",
            nodeUri: "http://[::1]:8545/\u202e",
            alphaTokenSymbol: null,
          },
          { displayName: "x\n::warning::y" },
        ),
      ],
      "ocean",
      { style: PLAIN, explain: false },
    );

    expect(text.split("\n")).to.deep.equal([
      "devnet · x : :warning: :y · portal config",
      "  network          a : :error: :b",
      "  nodeUri          http://[::1]:8545/\\u202e",
      "  oceanTokenSymbol unset",
    ]);
  });
});
