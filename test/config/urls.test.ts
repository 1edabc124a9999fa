import { expect } from "chai";
import { configVariable } from "hardhat/config";
import type { HardhatUserConfig } from "hardhat/types/config";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { PRESET } from "../support/preset.ts";
import { errorOf, pluginMessageOf } from "../support/rejection-of.ts";
import { variablesPlugin } from "../support/variables-plugin.ts";
import { withEnvironment } from "../support/with-environment.ts";

const NAMES = ["devnet", "testnet", "third"] as const;
const SERVICES = [
  ["nodeUri", "NODE_URI"],
  ["metadataCacheUri", "METADATA_CACHE_URI"],
  ["providerUri", "PROVIDER_URI"],
  ["subgraphUri", "SUBGRAPH_URI"],
  ["explorerUri", "EXPLORER_URI"],
] as const;

type Environment = Readonly<Record<string, string>>;

const A = "http://127.0.0.1:1/a-key";
const B = "http://127.0.0.1:2/";
const PUBLIC = PRESET.devnet.portal["nodeUri"];
const ofDevnet = (devnet: object): HardhatUserConfig => ({
  alpha: { networks: { devnet } },
});

/** What a project with this config and environment sends requests to. */
async function urlOf(
  config: HardhatUserConfig,
  environment: Environment = {},
  network = "devnet",
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

/** The portal config of a project with this config and environment. */
async function portalOf(
  network: (typeof NAMES)[number],
  config: HardhatUserConfig,
  environment: Environment = {},
): Promise<object> {
  return await withEnvironment(environment, async () => {
    const hre = await createAlphaHre(config);
    return await hre.alpha.network(network).portalConfig();
  });
}

describe("where requests go", () => {
  const variable = (options: object) => ({
    url: configVariable("ALPHA_TEST", options),
  });
  for (const [title, devnet, environment, url] of [
    ["nothing", {}, {}, PUBLIC],
    ["a url", { url: A }, {}, A],
    ["the portal's nodeUri alone", { portal: { nodeUri: A } }, {}, A],
    ["the portal's variable alone", {}, { ALPHA_DEVNET_NODE_URI: A }, A],
    ["a url beside it", { url: A }, { ALPHA_DEVNET_NODE_URI: B }, A],
    ["the network's variable", { url: A }, { ALPHA_DEVNET_RPC_URL: B }, B],
    ["it empty", { url: A }, { ALPHA_DEVNET_RPC_URL: "" }, A],
    [
      "one with a format",
      variable({ format: `${B}{variable}` }),
      { ALPHA_TEST: "key" },
      `${B}key`,
    ],
    [
      "an unset one with an empty default",
      variable({ default: "" }),
      {},
      PUBLIC,
    ],
  ] as const) {
    it(`given ${title}, is ${url}`, async () => {
      expect(await urlOf(ofDevnet(devnet), environment)).to.equal(url);
    });
  }

  it("given url in the config or the network's variable, leaves the portal's nodeUri public", async () => {
    for (const [config, environment] of [
      [ofDevnet({ url: A }), {}],
      [{}, { ALPHA_DEVNET_RPC_URL: A }],
    ] as const) {
      expect(await portalOf("devnet", config, environment)).to.include({
        nodeUri: PUBLIC,
      });
    }
  });

  for (const [title, environment, message] of [
    ["that nobody sets", {}, /ALPHA_TEST/],
    ["that is empty", { ALPHA_TEST: "" }, /ALPHA_TEST, which is empty/],
  ] as const) {
    it(`given a configVariable ${title}, fails instead of going to the public node`, async () => {
      const error = await errorOf(() =>
        urlOf(ofDevnet(variable({})), environment),
      );

      expect(error.message).to.match(message);
    });
  }

  for (const [kind, value] of [
    ["no URL", "c0ffee-canary"],
    ["a file's URL", "file:///c0ffee-canary"],
    ["a URL with a bad port", "http://127.0.0.1:99999/c0ffee-canary"],
  ] as const) {
    it(`given ${kind} in ALPHA_DEVNET_RPC_URL, says which variable is wrong and shows nothing of it`, async () => {
      const error = await errorOf(() =>
        urlOf({}, { ALPHA_DEVNET_RPC_URL: value }),
      );

      expect(error.message).to.include("ALPHA_DEVNET_RPC_URL");
      expect(`${error.stack}`).to.not.include("canary");
    });
  }

  it("given a variable that is set after the start, then it is an error that names it, on a connection with overrides, too", async () => {
    await withEnvironment({}, async () => {
      const { network, alpha } = await createAlphaHre();
      process.env["ALPHA_DEVNET_RPC_URL"] = A;
      process.env["ALPHA_DEVNET_NODE_URI"] = B;
      const devnet = alpha.network("devnet");
      const late = (variable: string) =>
        `${variable} was set after Hardhat had started, which does not count`;

      const error = await errorOf(() => devnet.portalConfig());
      expect(error.message).to.contain(late("ALPHA_DEVNET_NODE_URI"));
      for (const override of [{}, { timeout: 5 }]) {
        const { message } = await errorOf(() =>
          network.create({ network: "devnet", override }),
        );

        expect(message).to.contain(late("ALPHA_DEVNET_RPC_URL"));
      }
    });
  });

  it("given a user's own variable of our name with a default, keeps it", async () => {
    const url = configVariable("ALPHA_DEVNET_RPC_URL", { default: B });
    const mine = { type: "http", alphaNetwork: "devnet", url } as const;

    expect(await urlOf({ networks: { mine } }, {}, "mine")).to.equal(B);
  });
});

describe("a URL with commas", () => {
  for (const url of [
    "https://node.example/?first=1,2&next=https://other.example",
    "https://node.example/a,b",
  ]) {
    it(`given ${url}, then it is one URL`, async () => {
      expect(await urlOf(ofDevnet({ url }))).to.equal(url);
    });
  }
});

describe("the portal's services", () => {
  for (const network of NAMES) {
    it(`given variables for ${network}'s, then they stand above the config, and empty ones below`, async () => {
      const portal = Object.fromEntries(SERVICES.map(([field]) => [field, A]));
      const given = { alpha: { networks: { [network]: { portal } } } };
      const variables = (value: string) =>
        Object.fromEntries(
          SERVICES.map(([field, part]) => [
            `ALPHA_${network.toUpperCase()}_${part}`,
            value && `${value}${field}`,
          ]),
        );

      expect(await portalOf(network, given, variables(B))).to.include(
        Object.fromEntries(SERVICES.map(([field]) => [field, `${B}${field}`])),
      );
      expect(await portalOf(network, given, variables(""))).to.include(portal);
    });
  }

  it("given blanks and line breaks around the URL of a variable, then it is the URL without them", async () => {
    const ALPHA_DEVNET_NODE_URI = ` ${A}\r\n`;
    await withEnvironment({ ALPHA_DEVNET_NODE_URI }, async () => {
      const hre = await createAlphaHre();
      const devnet = hre.alpha.network("devnet");

      expect(devnet.portal.nodeUri).to.equal(A);
      expect((await devnet.portalConfig()).nodeUri).to.equal(A);
    });
    const { plugin } = variablesPlugin({ ALPHA_DEVNET_RPC_URL: `${B}\n` });
    expect(await urlOf({ plugins: [plugin] })).to.equal(B);
  });

  for (const [value, message] of [
    [" \n", "is not a URL"],
    ["c0ffee-canary", "is not a URL, or has a bad port"],
    ['"https://canary.example"', "still has its quotes. Expected a URL like"],
    ["'canary'", "still has its quotes"],
    [
      "https://canary.example,https://canary.example",
      "is a list of URLs: it takes one, and alpha.networks.<name>.endpoints takes lists",
    ],
    ["https://canary.example https://canary.example", "is a list of URLs"],
    ["https://canary/{hidden}", "is the placeholder of a hidden URL"],
  ] as const) {
    it(`given ${value} in the environment, throws where it is read, at once or later, and shows nothing of it`, async () => {
      await withEnvironment({ ALPHA_DEVNET_NODE_URI: value }, async () => {
        const devnet = (await createAlphaHre()).alpha.network("devnet");

        for (const read of [
          () => devnet.portal.nodeUri,
          () => devnet.portalConfig(),
        ]) {
          const said = await pluginMessageOf(read);
          expect(said).to.include(`ALPHA_DEVNET_NODE_URI, ${message}`);
          expect(said).to.not.include("canary");
        }
      });
    });
  }
});

describe("a keystore", () => {
  it("gives an endpoint, above the config and below the environment", async () => {
    const { plugin } = variablesPlugin({ ALPHA_DEVNET_RPC_URL: A });
    const config = { plugins: [plugin], ...ofDevnet({ url: B }) };

    expect(await urlOf(config)).to.equal(A);
    expect(await urlOf(config, { ALPHA_DEVNET_RPC_URL: B })).to.equal(B);
  });

  it("is not asked before something needs a value, and then the portal's URLs are not read at once, as it may hold them", async () => {
    await withEnvironment({}, async () => {
      const { plugin, asked } = variablesPlugin({});
      const hre = await createAlphaHre({ plugins: [plugin] });
      const devnet = hre.alpha.network("devnet");
      JSON.stringify(devnet);

      expect(devnet.registry.Router).to.match(/^0x/);
      expect(devnet.unset).to.deep.equal([]);
      expect(asked).to.deep.equal([]);
      expect(await pluginMessageOf(() => devnet.portal.nodeUri)).to.include(
        'Use "await portalConfig()"',
      );
      expect((await devnet.portalConfig()).nodeUri).to.equal(PUBLIC);
    });
  });

  it("that holds no URL is named, and nothing of what it holds is shown", async () => {
    const { plugin } = variablesPlugin({
      ALPHA_DEVNET_RPC_URL: "c0ffee-canary",
    });
    const message = await pluginMessageOf(() => urlOf({ plugins: [plugin] }));

    expect(message).to.include("configuration variable ALPHA_DEVNET_RPC_URL");
    expect(message).to.not.include("canary");
  });

  it("that fails is an error, never a fall back to the public node", async () => {
    const { plugin } = variablesPlugin(
      new Proxy<Record<string, string>>(
        {},
        {
          get: () => {
            throw new Error("locked");
          },
        },
      ),
    );
    const error = await errorOf(() => urlOf({ plugins: [plugin] }));

    expect(error.message).to.equal("locked");
  });
});
