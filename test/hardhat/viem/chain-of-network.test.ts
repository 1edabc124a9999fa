import { expect } from "chai";
import type { Chain } from "viem";
import { chainOfNetwork } from "../../../src/hardhat/viem/chain-of-network.ts";
import type { AlphaUserConfig } from "../../../src/types.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { variablesPlugin } from "../../support/variables-plugin.ts";
import { withEnvironment } from "../../support/with-environment.ts";

/** The chain of devnet with this config and environment. */
async function devnetChain(
  alpha: AlphaUserConfig,
  env: Readonly<Record<string, string>> = {},
  chainId?: number,
): Promise<Chain> {
  return await withEnvironment(env, async () => {
    const hre = await createAlphaHre({ alpha });
    const { devnet } = hre.config.alpha.networks;
    if (devnet === undefined) {
      throw new Error("devnet is disabled");
    }
    return chainOfNetwork(devnet, chainId);
  });
}

const ROUTER = "0x00000000000000000000000000000000DeaDBeef";

describe("the viem chain of a network", () => {
  it("given values of the user's, then they are the chain's", async () => {
    const chain = await devnetChain({
      networks: {
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
      },
    });

    const { contracts, ...rest } = chain;
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
    expect((await devnetChain({}, {}, 31337)).id).to.equal(31337);
    expect((await devnetChain({})).id).to.equal(32456);
  });

  it("given no preset, then nothing is invented: no URL, no explorer, and a neutral name of the fee token", async () => {
    const chain = await devnetChain({ preset: false });

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
  });

  it("given a URL for requests, with a key or without, then it is not the chain's", async () => {
    const chain = await devnetChain(
      { networks: { devnet: { url: "https://rpc.example/abcdef0123456789" } } },
      { ALPHA_DEVNET_RPC_URL: "http://127.0.0.1:1/other" },
    );

    expect(chain.rpcUrls.default.http).to.deep.equal([
      "https://rpc.dev.pontus-x.eu",
    ]);
  });

  for (const [what, url] of [
    ["a password", "https://user:hunter2@node.example"],
    ["a key in its path", "https://node.example/v3/0123456789abcdef0123"],
    ["a key in its query", "https://node.example/?key=secret"],
    ["a key in its fragment", "https://node.example/#secret"],
    ["a key as its sub-domain", "https://a1b2c3d4e5f6a7b8c9d0.node.example"],
  ] as const) {
    for (const name of ["NODE_URI", "EXPLORER_URI"]) {
      it(`given ${name} with ${what}, then the chain has none of it`, async () => {
        const chain = await devnetChain({}, { [`ALPHA_DEVNET_${name}`]: url });

        expect(JSON.stringify(chain)).to.not.include("node.example");
        expect(
          name === "NODE_URI"
            ? chain.rpcUrls.default.http
            : Object.keys(chain.blockExplorers ?? {}),
        ).to.deep.equal([]);
      });
    }
  }

  it("given URLs in the environment that carry no secret, then they are the chain's", async () => {
    const chain = await devnetChain(
      {},
      {
        ALPHA_DEVNET_NODE_URI: "http://127.0.0.1:8545",
        ALPHA_DEVNET_EXPLORER_URI: "http://127.0.0.1:4000",
      },
    );

    expect(chain.rpcUrls.default.http).to.deep.equal(["http://127.0.0.1:8545"]);
    expect(chain.blockExplorers?.default.url).to.equal("http://127.0.0.1:4000");
  });

  it("given URLs that are none, then they are left out", async () => {
    const chain = await devnetChain(
      {},
      {
        ALPHA_DEVNET_NODE_URI: "not a url",
        ALPHA_DEVNET_EXPLORER_URI: "javascript:alert(1)",
      },
    );

    expect(chain.rpcUrls.default.http).to.deep.equal([]);
    expect(chain).to.not.have.property("blockExplorers");
  });

  it("given a keystore, then it is asked for nothing, and the public URLs are the chain's", async () => {
    const { plugin, asked } = variablesPlugin({
      ALPHA_DEVNET_NODE_URI: "https://secret.example",
    });
    const chain = await withEnvironment({}, async () => {
      const hre = await createAlphaHre({ plugins: [plugin] });
      const { devnet } = hre.config.alpha.networks;
      return devnet && chainOfNetwork(devnet);
    });

    expect(asked).to.deep.equal([]);
    expect(chain?.rpcUrls.default.http).to.deep.equal([
      "https://rpc.dev.pontus-x.eu",
    ]);
  });

  it("given a URL that only a configuration variable sets, then the preset's is not used instead", async () => {
    const chain = await devnetChain({
      networks: {
        devnet: {
          portal: {
            nodeUri: {
              _type: "ConfigurationVariable",
              name: "MINE",
            },
          },
        },
      },
    });

    expect(chain.rpcUrls.default.http).to.deep.equal([]);
  });

  it("is frozen, all the way down", async () => {
    const chain = await devnetChain({});

    expect(Object.isFrozen(chain)).to.equal(true);
    expect(Object.isFrozen(chain.rpcUrls.default.http)).to.equal(true);
  });
});
