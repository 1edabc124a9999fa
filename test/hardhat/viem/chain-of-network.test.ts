import { expect } from "chai";
import type { HardhatPlugin } from "hardhat/types/plugins";
import type { Chain } from "viem";

import { chainOfNetwork } from "../../../src/hardhat/viem/chain-of-network.ts";
import type {
  AlphaNetworkUserConfig,
  AlphaUserConfig,
} from "../../../src/types.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { variablesPlugin } from "../../support/variables-plugin.ts";
import { withEnvironment } from "../../support/with-environment.ts";

interface Case {
  readonly alpha?: AlphaUserConfig;
  readonly devnet?: AlphaNetworkUserConfig<"devnet">;
  /** The portal's URLs in the environment. */
  readonly node?: string;
  readonly explorer?: string;
  readonly plugins?: HardhatPlugin[];
}

/** The chain of devnet with this config and environment. */
async function chainOf(
  { devnet = {}, alpha, node = "", explorer = "", plugins = [] }: Case,
  chainId?: number,
): Promise<Chain> {
  const environment = {
    // Where requests go, which is never the chain's.
    ALPHA_DEVNET_RPC_URL: "http://127.0.0.1:1/other",
    ALPHA_DEVNET_NODE_URI: node,
    ALPHA_DEVNET_EXPLORER_URI: explorer,
  };
  return await withEnvironment(environment, async () => {
    const { config } = await createAlphaHre({
      alpha: { networks: { devnet }, ...alpha },
      plugins,
    });
    const network = config.alpha.networks.devnet;
    if (network === undefined) {
      throw new Error("devnet is disabled");
    }
    return chainOfNetwork(network, chainId);
  });
}

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
    const { contracts, ...rest } = await chainOf({
      devnet: {
        chainId: 77,
        registry: { Router: ROUTER },
        displayName: "Mine",
        feeToken: { name: "Fee", symbol: "FEE", decimals: 6 },
        portal: {
          nodeUri: "https://node.example",
          explorerUri: "https://explorer.example/a//",
        },
      },
    });

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

  it("given a connection with a chain id of its own, then it is the chain's", async () => {
    expect((await chainOf({}, 31337)).id).to.equal(31337);
    expect((await chainOf({})).id).to.equal(32456);
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

  for (const [what, url] of [
    ["a password", "https://user:hunter2@node.example"],
    ["a key in its path", "https://node.example/v3/0123456789abcdef0123"],
    ["a key in its query", "https://node.example/?key=secret"],
    ["a key in its fragment", "https://node.example/#secret"],
    ["a key as its sub-domain", "https://a1b2c3d4e5f6a7b8c9d0.node.example"],
    ["no scheme", "not a url"],
    ["a scheme of another kind", "javascript:alert(1)"],
  ] as const) {
    it(`given URLs with ${what}, then the chain has none of them`, async () => {
      const chain = await chainOf({ node: url, explorer: url });

      expect(urlsOf(chain)).to.deep.equal([]);
      expect(chain).to.not.have.property("blockExplorers");
    });
  }

  const nodeUri = { _type: "ConfigurationVariable", name: "MINE" } as const;
  const keystore = variablesPlugin({ ALPHA_DEVNET_NODE_URI: "https://a.test" });
  for (const [title, given, urls] of [
    [
      "URLs in the environment that carry no secret, then they are the chain's",
      { node: "http://127.0.0.1:8545", explorer: "http://127.0.0.1:4000" },
      ["http://127.0.0.1:8545", "http://127.0.0.1:4000"],
    ],
    [
      "a URL for requests, then it is not the chain's",
      { devnet: { url: "https://rpc.example" } },
      PRESET,
    ],
    [
      "a keystore, then it is asked for nothing, and the public URLs are the chain's",
      { plugins: [keystore.plugin] },
      PRESET,
    ],
    [
      "a URL that only a configuration variable sets, then the preset's is not used instead",
      { devnet: { portal: { nodeUri } } },
      PRESET.slice(1),
    ],
  ] satisfies [string, Case, string[]][]) {
    it(`given ${title}`, async () => {
      expect(urlsOf(await chainOf(given))).to.deep.equal(urls);
      expect(keystore.asked).to.deep.equal([]);
    });
  }
});
