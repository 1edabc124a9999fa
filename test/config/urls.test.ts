import { expect } from "chai";
import { configVariable } from "hardhat/config";
import type { HardhatUserConfig } from "hardhat/types/config";
import { createAlphaHre } from "../support/alpha-hre.ts";
import publicNetworks from "../support/public-networks.json" with {
  type: "json",
};
import { errorOf, pluginMessageOf } from "../support/rejection-of.ts";
import { variablesPlugin } from "../support/variables-plugin.ts";
import { withEnvironment } from "../support/with-environment.ts";

const PUBLISHED = publicNetworks.networks;

const SERVICES = [
  ["nodeUri", "NODE_URI"],
  ["metadataCacheUri", "METADATA_CACHE_URI"],
  ["providerUri", "PROVIDER_URI"],
  ["subgraphUri", "SUBGRAPH_URI"],
  ["explorerUri", "EXPLORER_URI"],
] as const;

const NAMES = ["devnet", "testnet", "third"] as const;

/** What a project with this config and environment sends requests to. */
async function urlOf(
  network: string,
  config: HardhatUserConfig,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  return await withEnvironment(environment, async () => {
    const hre = await createAlphaHre(config);
    const resolved = hre.config.networks[network];
    if (resolved?.type !== "http") {
      throw new Error("no live network");
    }
    return await resolved.url.getUrl();
  });
}

/** A portal config's field in a project with this config and environment. */
async function fieldOf(
  network: (typeof NAMES)[number],
  field: (typeof SERVICES)[number][0],
  config: HardhatUserConfig,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  return await withEnvironment(environment, async () => {
    const hre = await createAlphaHre(config);
    return (await hre.alpha.network(network).portalConfig())[field];
  });
}

describe("where requests go", () => {
  for (const network of NAMES) {
    const upper = network.toUpperCase();

    it(`of ${network}, given nothing, is the preset's nodeUri`, async () => {
      expect(await urlOf(network, {})).to.equal(
        PUBLISHED[network].portal.nodeUri,
      );
    });

    it(`of ${network}, given ALPHA_${upper}_RPC_URL, is that, whatever the config says`, async () => {
      const url = await urlOf(
        network,
        { alpha: { networks: { [network]: { url: "http://127.0.0.1:2" } } } },
        { [`ALPHA_${upper}_RPC_URL`]: "http://127.0.0.1:1/" },
      );

      expect(url).to.equal("http://127.0.0.1:1/");
    });
  }

  it("given url in the config, is that, and the portal's nodeUri stays public", async () => {
    const config = {
      alpha: { networks: { devnet: { url: "http://127.0.0.1:1/key" } } },
    };

    expect(await urlOf("devnet", config)).to.equal("http://127.0.0.1:1/key");
    expect(await fieldOf("devnet", "nodeUri", config)).to.equal(
      PUBLISHED.devnet.portal.nodeUri,
    );
  });

  it("given ALPHA_DEVNET_RPC_URL, leaves the portal's nodeUri public", async () => {
    const nodeUri = await fieldOf(
      "devnet",
      "nodeUri",
      {},
      { ALPHA_DEVNET_RPC_URL: "http://127.0.0.1:1/key" },
    );

    expect(nodeUri).to.equal(PUBLISHED.devnet.portal.nodeUri);
  });

  it("given the portal's nodeUri alone, follows it", async () => {
    expect(
      await urlOf("devnet", {
        alpha: {
          networks: { devnet: { portal: { nodeUri: "http://127.0.0.1:3" } } },
        },
      }),
    ).to.equal("http://127.0.0.1:3");
  });

  it("given ALPHA_DEVNET_NODE_URI alone, follows it", async () => {
    expect(
      await urlOf(
        "devnet",
        {},
        { ALPHA_DEVNET_NODE_URI: "http://127.0.0.1:4" },
      ),
    ).to.equal("http://127.0.0.1:4");
  });

  it("given url in the config and ALPHA_DEVNET_NODE_URI, is the url, which is of requests alone", async () => {
    expect(
      await urlOf(
        "devnet",
        { alpha: { networks: { devnet: { url: "http://127.0.0.1:2" } } } },
        { ALPHA_DEVNET_NODE_URI: "http://127.0.0.1:4" },
      ),
    ).to.equal("http://127.0.0.1:2");
  });

  it("given another network's variable, ignores it", async () => {
    expect(
      await urlOf(
        "testnet",
        {},
        { ALPHA_DEVNET_RPC_URL: "http://127.0.0.1:1" },
      ),
    ).to.equal(PUBLISHED.testnet.portal.nodeUri);
  });

  it("given an empty variable, falls back to the config", async () => {
    expect(
      await urlOf(
        "devnet",
        { alpha: { networks: { devnet: { url: "http://127.0.0.1:2" } } } },
        { ALPHA_DEVNET_RPC_URL: "" },
      ),
    ).to.equal("http://127.0.0.1:2");
  });

  it("given a configVariable in the config, reads it", async () => {
    expect(
      await urlOf(
        "devnet",
        {
          alpha: {
            networks: { devnet: { url: configVariable("ALPHA_TEST") } },
          },
        },
        { ALPHA_TEST: "http://127.0.0.1:5" },
      ),
    ).to.equal("http://127.0.0.1:5");
  });

  it("given a configVariable with a format, keeps to it", async () => {
    const url = configVariable("ALPHA_TEST", {
      format: "http://127.0.0.1:5/{variable}",
    });

    expect(
      await urlOf(
        "devnet",
        { alpha: { networks: { devnet: { url } } } },
        { ALPHA_TEST: "a-key" },
      ),
    ).to.equal("http://127.0.0.1:5/a-key");
  });

  it("given a configVariable that nobody sets, fails instead of going to the public node", async () => {
    const error = await errorOf(() =>
      urlOf("devnet", {
        alpha: { networks: { devnet: { url: configVariable("ALPHA_TEST") } } },
      }),
    );

    expect(error.message).to.include("ALPHA_TEST");
  });

  it("given a configVariable that is empty, fails instead of going to the public node", async () => {
    const message = await pluginMessageOf(() =>
      urlOf(
        "devnet",
        {
          alpha: {
            networks: { devnet: { url: configVariable("ALPHA_TEST") } },
          },
        },
        { ALPHA_TEST: "" },
      ),
    );

    expect(message).to.include("ALPHA_TEST, which is empty");
  });

  it("given a configVariable with an empty default that nobody sets, falls back", async () => {
    const url = configVariable("ALPHA_TEST", { default: "" });

    expect(
      await urlOf("devnet", { alpha: { networks: { devnet: { url } } } }),
    ).to.equal(PUBLISHED.devnet.portal.nodeUri);
  });

  for (const [kind, value] of [
    ["no URL", "c0ffee-canary"],
    ["a file's URL", "file:///c0ffee-canary"],
    ["a web socket's URL", "wss://127.0.0.1/c0ffee-canary"],
    ["a URL with a bad port", "http://127.0.0.1:99999/c0ffee-canary"],
    ["blanks", "  "],
  ] as const) {
    it(`given ${kind} in ALPHA_DEVNET_RPC_URL, says which variable is wrong and shows nothing of it`, async () => {
      const error = await errorOf(() =>
        urlOf("devnet", {}, { ALPHA_DEVNET_RPC_URL: value }),
      );

      expect(error.message).to.include("ALPHA_DEVNET_RPC_URL");
      expect(`${error.stack}`).to.not.include("canary");
    });
  }

  it("given an adopted network of the user's, is the user's own URL", async () => {
    expect(
      await urlOf("devnet", {
        networks: {
          devnet: { type: "http", chainId: 32456, url: "http://127.0.0.1:6" },
        },
      }),
    ).to.equal("http://127.0.0.1:6");
  });

  it("given a user's own variable of our name with a default, keeps the default", async () => {
    const url = configVariable("ALPHA_DEVNET_RPC_URL", {
      default: "http://127.0.0.1:7",
    });

    expect(
      await urlOf("mine", {
        networks: { mine: { type: "http", alphaNetwork: "devnet", url } },
      }),
    ).to.equal("http://127.0.0.1:7");
  });

  for (const [title, more] of Object.entries({
    "a default": { default: "http://127.0.0.1:7/x" },
    "a format": { format: "http://127.0.0.1:7/{variable}" },
  })) {
    it(`given a literal variable of our name with ${title}, keeps it`, async () => {
      const url = {
        _type: "ConfigurationVariable" as const,
        name: "ALPHA_DEVNET_RPC_URL",
        ...more,
      };

      expect(
        await urlOf(
          "mine",
          { networks: { mine: { type: "http", alphaNetwork: "devnet", url } } },
          "format" in more ? { ALPHA_DEVNET_RPC_URL: "x" } : {},
        ),
      ).to.equal("http://127.0.0.1:7/x");
    });
  }
});

describe("the portal's services", () => {
  for (const [field, part] of SERVICES) {
    for (const network of NAMES) {
      const variable = `ALPHA_${network.toUpperCase()}_${part}`;

      it(`${variable} gives ${network}'s ${field}, above the config`, async () => {
        const value = await fieldOf(
          network,
          field,
          {
            alpha: {
              networks: {
                [network]: { portal: { [field]: "http://127.0.0.1:2" } },
              },
            },
          },
          { [variable]: "http://127.0.0.1:1/x" },
        );

        expect(value).to.equal("http://127.0.0.1:1/x");
      });
    }

    it(`given ${field} in the config, it stands above the preset`, async () => {
      const value = await fieldOf("third", field, {
        alpha: {
          networks: { third: { portal: { [field]: "http://127.0.0.1:2" } } },
        },
      });

      expect(value).to.equal("http://127.0.0.1:2");
    });

    it(`given an empty variable of ${field}, the preset stands`, async () => {
      const value = await fieldOf(
        "third",
        field,
        {},
        { [`ALPHA_THIRD_${part}`]: "" },
      );

      expect(value).to.equal(PUBLISHED.third.portal[field]);
    });
  }

  it("given a literal, can be read at once", async () => {
    await withEnvironment(
      { ALPHA_DEVNET_NODE_URI: "http://127.0.0.1:1" },
      async () => {
        const { alpha } = await createAlphaHre();

        expect(alpha.network("devnet").portal.nodeUri).to.equal(
          "http://127.0.0.1:1",
        );
      },
    );
  });

  it("given a variable, cannot be read at once, and says how it can", async () => {
    await withEnvironment({}, async () => {
      const nodeUri = configVariable("ALPHA_TEST");
      const { alpha } = await createAlphaHre({
        alpha: { networks: { devnet: { portal: { nodeUri } } } },
      });
      const devnet = alpha.network("devnet");

      expect(await pluginMessageOf(() => devnet.portal.nodeUri)).to.include(
        'Use "await portalConfig()"',
      );
      expect(devnet.unset).to.deep.equal([]);
    });
  });

  it("given no URL in the environment, throws where it is read, at once or later, and shows nothing of it", async () => {
    await withEnvironment(
      { ALPHA_DEVNET_NODE_URI: "c0ffee-canary" },
      async () => {
        const devnet = (await createAlphaHre()).alpha.network("devnet");

        for (const message of [
          await pluginMessageOf(() => devnet.portal.nodeUri),
          await pluginMessageOf(() => devnet.portalConfig()),
        ]) {
          expect(message).to.include(
            "ALPHA_DEVNET_NODE_URI, is not a URL, or has a bad port",
          );
          expect(message).to.not.include("canary");
        }
      },
    );
  });
});

describe("a URL as it is printed where it is secret", () => {
  it("given it in the environment, then it is no URL", async () => {
    await withEnvironment(
      { ALPHA_DEVNET_NODE_URI: "https://node.example/{hidden}" },
      async () => {
        const devnet = (await createAlphaHre()).alpha.network("devnet");

        expect(await pluginMessageOf(() => devnet.portal.nodeUri)).to.include(
          "ALPHA_DEVNET_NODE_URI, is the placeholder of a hidden URL",
        );
      },
    );
  });
});

describe("a keystore", () => {
  it("gives an endpoint, above the config and below the environment", async () => {
    const { plugin } = variablesPlugin({
      ALPHA_DEVNET_RPC_URL: "http://127.0.0.1:1",
    });
    const config = {
      plugins: [plugin],
      alpha: { networks: { devnet: { url: "http://127.0.0.1:2" } } },
    };

    expect(await urlOf("devnet", config)).to.equal("http://127.0.0.1:1");
    expect(
      await urlOf("devnet", config, {
        ALPHA_DEVNET_RPC_URL: "http://127.0.0.1:3",
      }),
    ).to.equal("http://127.0.0.1:3");
  });

  it("that does not hold an endpoint leaves it to the config", async () => {
    const { plugin, asked } = variablesPlugin({});

    expect(
      await urlOf("devnet", {
        plugins: [plugin],
        alpha: { networks: { devnet: { url: "http://127.0.0.1:2" } } },
      }),
    ).to.equal("http://127.0.0.1:2");
    expect(asked).to.deep.equal(["ALPHA_DEVNET_RPC_URL"]);
  });

  it("gives a portal's services", async () => {
    const { plugin } = variablesPlugin({
      ALPHA_THIRD_SUBGRAPH_URI: "http://127.0.0.1:1",
    });

    expect(
      await fieldOf("third", "subgraphUri", { plugins: [plugin] }),
    ).to.equal("http://127.0.0.1:1");
  });

  it("is not asked before something needs a value", async () => {
    await withEnvironment({}, async () => {
      const { plugin, asked } = variablesPlugin({});
      const hre = await createAlphaHre({ plugins: [plugin] });
      const devnet = hre.alpha.network("devnet");
      JSON.stringify(devnet);

      expect(devnet.registry.Router).to.match(/^0x/);
      expect(devnet.unset).to.deep.equal([]);
      expect(asked).to.deep.equal([]);
    });
  });

  it("keeps the portal's URLs from being read at once, as it may hold them", async () => {
    await withEnvironment({}, async () => {
      const { plugin } = variablesPlugin({});
      const { alpha } = await createAlphaHre({ plugins: [plugin] });
      const devnet = alpha.network("devnet");

      expect(await pluginMessageOf(() => devnet.portal.nodeUri)).to.include(
        'Use "await portalConfig()"',
      );
      expect((await devnet.portalConfig()).nodeUri).to.equal(
        PUBLISHED.devnet.portal.nodeUri,
      );
    });
  });

  it("that holds no URL is named, and nothing of what it holds is shown", async () => {
    const { plugin } = variablesPlugin({
      ALPHA_DEVNET_RPC_URL: "c0ffee-canary",
    });
    const message = await pluginMessageOf(() =>
      urlOf("devnet", { plugins: [plugin] }),
    );

    expect(message).to.include("configuration variable ALPHA_DEVNET_RPC_URL");
    expect(message).to.not.include("canary");
  });

  it("that fails is an error, never a fall back to the public node", async () => {
    const error = await errorOf(() =>
      urlOf("devnet", {
        plugins: [
          {
            id: "locked-variables",
            npmPackage: null,
            hookHandlers: {
              configurationVariables: async () => ({
                default: async () => ({
                  fetchValue: () => Promise.reject(new Error("locked")),
                }),
              }),
            },
          },
        ],
      }),
    );

    expect(error.message).to.equal("locked");
  });
});
