import { expect } from "chai";
import type { HardhatUserConfig } from "hardhat/types/config";
import { type Chain, createPublicClient, http, UrlRequiredError } from "viem";

import type { AlphaNetworkUserConfig } from "../../../src/types.ts";
import { connectTo } from "../../support/connections.ts";
import { variablesPlugin } from "../../support/variables-plugin.ts";
import { withEnvironment } from "../../support/with-environment.ts";

/** The chain of a connection to devnet with this config and the portal's URLs in the environment. */
async function chainOf(
  config: HardhatUserConfig = {},
  { node = "", explorer = "" } = {},
): Promise<Chain> {
  const environment = {
    // Where requests go, which is never the chain's.
    ALPHA_DEVNET_RPC_URL: "http://127.0.0.1:1/other",
    ALPHA_DEVNET_NODE_URI: node,
    ALPHA_DEVNET_EXPLORER_URI: explorer,
  };
  return await withEnvironment(environment, async () => {
    await using connection = await connectTo("devnet", config);
    return connection.alpha.chain;
  });
}

/** A config of devnet. */
const of = (devnet: AlphaNetworkUserConfig<"devnet">): HardhatUserConfig => ({
  alpha: { networks: { devnet } },
});

const ROUTER = "0x00000000000000000000000000000000DeaDBeef";
const PRESET = [
  "https://rpc.dev.pontus-x.eu",
  "https://explorer.pontus-x.eu/pontusx/dev",
];

const urlsOf = ({ rpcUrls, blockExplorers }: Chain) => [
  ...rpcUrls.default.http,
  ...(blockExplorers === undefined ? [] : [blockExplorers.default.url]),
];

describe("the viem chain of a network", () => {
  it("given values of the user's, then they are the chain's", async () => {
    const { contracts, ...rest } = await chainOf(
      of({
        chainId: 77,
        registry: { Router: ROUTER },
        displayName: "Mine",
        feeToken: { name: "Fee", symbol: "FEE", decimals: 6 },
        portal: {
          nodeUri: "https://node.example",
          explorerUri: "https://explorer.example/a//",
        },
      }),
    );

    expect(contracts?.["router"]).to.deep.equal({ address: ROUTER });
    expect(rest).to.deep.equal({
      id: 77,
      name: "Mine",
      nativeCurrency: { name: "Fee", symbol: "FEE", decimals: 6 },
      rpcUrls: { default: { http: ["https://node.example"] } },
      blockExplorers: {
        default: { name: "Mine Explorer", url: "https://explorer.example/a" },
      },
      testnet: true,
    });
  });

  it("given no preset, then nothing is invented: no URL, no explorer, and a neutral name of the fee token; all is frozen", async () => {
    const chain = await chainOf({ alpha: { preset: false } });

    expect(chain).to.deep.equal({
      id: 32456,
      name: "devnet",
      nativeCurrency: {
        name: "Network Fee Token",
        symbol: "fee token",
        decimals: 18,
      },
      rpcUrls: { default: { http: [] } },
      testnet: true,
      contracts: {},
    });
    expect(chain).to.be.frozen;
    expect(chain.rpcUrls.default.http).to.be.frozen;
  });

  it("given a sandbox, then it has no URL, so that viem's http() sends nothing to the live node", async () => {
    await using connection = await connectTo("devnetSandbox");
    const { chain } = connection.alpha;

    expect(urlsOf(chain)).to.deep.equal(PRESET.slice(1));
    expect(() => createPublicClient({ chain, transport: http() })).to.throw(
      UrlRequiredError,
    );
  });

  for (const [what, url] of [
    ["a password", "https://user:hunter2@node.example"],
    ["a key in its path", "https://node.example/v3/0123456789abcdef0123"],
    ["a key as its sub-domain", "https://a1b2c3d4e5f6a7b8c9d0.node.example"],
    ["a scheme of another kind", "javascript:alert(1)"],
  ] as const) {
    it(`given URLs with ${what}, then the chain has none of them`, async () => {
      const chain = await chainOf({}, { node: url, explorer: url });

      expect(urlsOf(chain)).to.deep.equal([]);
      expect(chain).to.not.have.property("blockExplorers");
    });
  }

  const nodeUri = { _type: "ConfigurationVariable", name: "MINE" } as const;
  const keystore = variablesPlugin({ ALPHA_DEVNET_NODE_URI: "https://a.test" });
  for (const [title, config, urls] of [
    ["a URL for requests", of({ url: "https://rpc.example" }), PRESET],
    ["a keystore, which is not asked", { plugins: [keystore.plugin] }, PRESET],
    [
      "a configuration variable, where the preset's is not used instead",
      of({ portal: { nodeUri } }),
      PRESET.slice(1),
    ],
  ] satisfies [string, HardhatUserConfig, string[]][]) {
    it(`given ${title}, then that is not the chain's`, async () => {
      expect(urlsOf(await chainOf(config))).to.deep.equal(urls);
      expect(keystore.asked).to.deep.equal([]);
    });
  }

  it("given URLs in the environment that carry no secret, then they are the chain's", async () => {
    const [node, explorer] = ["http://127.0.0.1:8545", "http://127.0.0.1:4000"];

    expect(urlsOf(await chainOf({}, { node, explorer }))).to.deep.equal([
      node,
      explorer,
    ]);
  });
});
