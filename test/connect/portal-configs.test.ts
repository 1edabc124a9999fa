import { expect } from "chai";
import { configVariable } from "hardhat/config";
import type { HardhatUserConfig } from "hardhat/types/config";
import { buildPortalConfig } from "../../src/config/network-values.ts";
import type { ShownPortalField } from "../../src/connect/portal-configs.ts";
import {
  placeholderFor,
  portalConfigs,
} from "../../src/connect/portal-configs.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { PORTAL_FIELDS_V3, PORTAL_FIELDS_V4 } from "../support/reference.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";
import { variablesPlugin } from "../support/variables-plugin.ts";
import { registryOf } from "../support/with-addresses.ts";
import { withEnvironment } from "../support/with-environment.ts";

const ALL = { names: [], globalNetwork: undefined, sandbox: false };

/** The portal configs that a project shows. */
async function shown(
  config: HardhatUserConfig = {},
  {
    names = [],
    reveal = false,
    environment = {},
  }: {
    readonly names?: readonly string[];
    readonly reveal?: boolean;
    readonly environment?: Readonly<Record<string, string>>;
  } = {},
) {
  return await withEnvironment(environment, async () => {
    const hre = await createAlphaHre(config);
    return await portalConfigs(hre.config, { ...ALL, names }, reveal);
  });
}

/** One field of devnet's portal config, as it is shown. */
async function fieldOf(
  field: string,
  ...parameters: Parameters<typeof shown>
): Promise<ShownPortalField> {
  const [devnet] = await shown(...parameters);
  const found = devnet?.fields.find((candidate) => candidate.field === field);
  if (found === undefined) {
    throw new Error(`no field ${field}`);
  }
  return found;
}

describe("portal configs as they are shown", () => {
  it("are of all networks that are enabled, with exactly the reference's fields, in order", async () => {
    const configs = await shown();

    expect(
      configs.map(({ network, fields }) => [
        network,
        fields.map(({ field }) => field),
      ]),
    ).to.deep.equal([
      ["devnet", PORTAL_FIELDS_V4],
      ["testnet", PORTAL_FIELDS_V4],
      ["third", PORTAL_FIELDS_V3],
    ]);
  });

  it("hide nothing of the preset", async () => {
    for (const { fields } of await shown()) {
      expect(fields.filter(({ isHidden }) => isHidden)).to.deep.equal([]);
    }
  });

  it("carry the portal's version label where the reference has one", async () => {
    expect(
      (await shown()).map(({ versions }) => versions.portal),
    ).to.deep.equal([undefined, undefined, "v3"]);
  });

  it("show a network once that is named twice", async () => {
    expect(
      await shown({}, { names: ["devnet", "devnetSandbox", "devnet"] }),
    ).to.have.lengthOf(1);
  });

  it("show an unset field as null, with that origin", async () => {
    expect(
      await fieldOf("providerAddress", { alpha: { preset: false } }),
    ).to.deep.equal({
      field: "providerAddress",
      value: null,
      isHidden: false,
      origin: { kind: "unset" },
    });
    expect(
      await fieldOf("nodeUri", { alpha: { preset: false } }),
    ).to.deep.include({ value: null, origin: { kind: "unset" } });
  });

  it("say where each value comes from", async () => {
    const config = {
      alpha: {
        networks: {
          devnet: {
            startBlock: 5,
            portal: { explorerUri: "http://127.0.0.1" },
          },
        },
      },
    };
    const options = {
      environment: { ALPHA_DEVNET_SUBGRAPH_URI: "http://127.0.0.1:2" },
    };

    for (const [field, origin] of Object.entries({
      startBlock: { kind: "config", path: "alpha.networks.devnet.startBlock" },
      explorerUri: {
        kind: "config",
        path: "alpha.networks.devnet.portal.explorerUri",
      },
      subgraphUri: {
        kind: "environment",
        variable: "ALPHA_DEVNET_SUBGRAPH_URI",
      },
      nodeUri: { kind: "preset" },
      dispenserAddress: { kind: "derived", from: "registry.Dispenser" },
      isCustom: { kind: "reference" },
      chainId: { kind: "reference" },
    })) {
      expect(
        (await fieldOf(field, config, options)).origin,
        field,
      ).to.deep.equal(origin);
    }
  });

  it("never show the URL that requests go to", async () => {
    const configs = await shown(
      { alpha: { networks: { devnet: { url: "http://127.0.0.1/canary" } } } },
      {
        reveal: true,
        environment: { ALPHA_TESTNET_RPC_URL: "http://127.0.0.1/canary" },
      },
    );

    expect(JSON.stringify(configs)).to.not.include("canary");
  });

  describe("given a value that a configVariable gives", () => {
    const config = {
      alpha: {
        networks: {
          devnet: { portal: { nodeUri: configVariable("ALPHA_TEST_NODE") } },
        },
      },
    };
    const environment = { ALPHA_TEST_NODE: "http://127.0.0.1:1/canary" };

    it("show the variable's name instead", async () => {
      expect(await fieldOf("nodeUri", config, { environment })).to.deep.include(
        { value: "{ALPHA_TEST_NODE}", isHidden: true },
      );
    });

    it("show it where it is to be revealed", async () => {
      expect(
        await fieldOf("nodeUri", config, { environment, reveal: true }),
      ).to.deep.include({
        value: "http://127.0.0.1:1/canary",
        isHidden: false,
      });
    });
  });

  it("given a value that a keystore gives, show the variable's name instead", async () => {
    const { plugin } = variablesPlugin({
      ALPHA_DEVNET_NODE_URI: "http://127.0.0.1:1/canary",
    });

    expect(await fieldOf("nodeUri", { plugins: [plugin] })).to.deep.include({
      value: "{ALPHA_DEVNET_NODE_URI}",
      isHidden: true,
    });
  });

  it("given a public value in the environment, show it", async () => {
    expect(
      await fieldOf(
        "nodeUri",
        {},
        { environment: { ALPHA_DEVNET_NODE_URI: "http://127.0.0.1:1" } },
      ),
    ).to.deep.include({ value: "http://127.0.0.1:1", isHidden: false });
  });

  for (const [title, url] of [
    ["a password", "http://user:c0ffee-canary@127.0.0.1:1/"],
    ["a key in the query", "http://127.0.0.1:1/?apikey=c0ffeec0ffeecanary"],
  ] as const) {
    it(`given ${title} in a URL of the config, show its origin alone`, async () => {
      const field = await fieldOf("nodeUri", {
        alpha: { networks: { devnet: { portal: { nodeUri: url } } } },
      });

      expect(field).to.deep.include({
        value: "http://127.0.0.1:1/{hidden}",
        isHidden: true,
      });
    });

    it(`given ${title} in a URL of the environment, show the variable's name`, async () => {
      const field = await fieldOf(
        "nodeUri",
        {},
        { environment: { ALPHA_DEVNET_NODE_URI: url } },
      );

      expect(field).to.deep.include({
        value: "{ALPHA_DEVNET_NODE_URI}",
        isHidden: true,
      });
    });
  }

  it("given a URL that is none in the environment, fail and show nothing of it", async () => {
    const message = await pluginMessageOf(() =>
      shown({}, { environment: { ALPHA_DEVNET_NODE_URI: "c0ffee-canary" } }),
    );

    expect(message).to.include("ALPHA_DEVNET_NODE_URI");
    expect(message).to.not.include("canary");
  });

  it("given a name that is no Alpha network, fail with those that are", async () => {
    expect(
      await pluginMessageOf(() => shown({}, { names: ["mainnet"] })),
    ).to.include("Valid names: devnet, testnet, third");
  });
});

describe("a portal config", () => {
  it("repeats the values of the network and the registry", async () => {
    const hre = await createAlphaHre({
      alpha: {
        networks: {
          devnet: {
            chainId: 4242,
            isDefault: true,
            registry: { Dispenser: `0x${"ab".repeat(20)}` },
          },
        },
      },
    });
    const { devnet } = hre.config.alpha.networks;
    if (devnet === undefined) {
      throw new Error("no network");
    }
    const fields = await buildPortalConfig(devnet);
    const values = new Map(fields.map(({ field, value }) => [field, value]));

    expect(values.get("chainId")).to.equal(4242);
    expect(values.get("isDefault")).to.equal(true);
    expect(values.get("dispenserAddress")).to.equal(
      registryOf(devnet)["Dispenser"],
    );
  });

  it("given a keystore, asks it once for each service, in the fields' order", async () => {
    await withEnvironment({}, async () => {
      const { plugin, asked } = variablesPlugin({});
      const { alpha } = await createAlphaHre({ plugins: [plugin] });
      await alpha.network("third").portalConfig();

      expect(asked).to.deep.equal([
        "ALPHA_THIRD_EXPLORER_URI",
        "ALPHA_THIRD_METADATA_CACHE_URI",
        "ALPHA_THIRD_NODE_URI",
        "ALPHA_THIRD_PROVIDER_URI",
        "ALPHA_THIRD_SUBGRAPH_URI",
        "ALPHA_THIRD_OCEAN_NODE_URI",
      ]);
    });
  });
});

describe("what is shown in place of a portal value", () => {
  for (const value of [true, 0, 1.1, "OCEAN", "pontusx-devnet", undefined]) {
    it(`given ${JSON.stringify(value)} of the preset, is nothing: the value may be shown`, () => {
      expect(placeholderFor(value, { kind: "preset" })).to.equal(undefined);
    });
  }

  it("given nothing from a variable, is nothing", () => {
    expect(
      placeholderFor(undefined, { kind: "variable", variable: "X" }),
    ).to.equal(undefined);
  });
});
