import hardhatIgnitionViem from "@nomicfoundation/hardhat-ignition-viem";
import hardhatViem from "@nomicfoundation/hardhat-viem";
import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { HttpNetworkConfig } from "hardhat/types/config";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import hardhatAlphaNetworks from "../../../src/index.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { asUserConfig, extendConfig } from "../../support/config-hooks.ts";
import { errorOf } from "../../support/rejection-of.ts";
import { withEnvironment } from "../../support/with-environment.ts";

const ROUTER = "0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a";

function liveNetwork(
  hre: HardhatRuntimeEnvironment,
  name: string,
): HttpNetworkConfig {
  const network = hre.config.networks[name];
  if (network?.type !== "http") {
    throw new Error(`${name} is no live network`);
  }
  return network;
}

describe("the Hardhat networks that the plugin adds", () => {
  it("are the three live ones and a sandbox of each, beside Hardhat's own", async () => {
    const { networks } = (await createAlphaHre()).config;

    expect(
      Object.entries(networks).map(
        ([name, { type, chainId, alphaNetwork }]) => [
          name,
          type,
          chainId,
          alphaNetwork,
        ],
      ),
    ).to.have.deep.members([
      ["default", "edr-simulated", 31337, undefined],
      ["node", "edr-simulated", 31337, undefined],
      ["localhost", "http", undefined, undefined],
      ["devnet", "http", 32456, "devnet"],
      ["testnet", "http", 32457, "testnet"],
      ["third", "http", 100, "third"],
      ["devnetSandbox", "edr-simulated", 32456, "devnet"],
      ["testnetSandbox", "edr-simulated", 32457, "testnet"],
      ["thirdSandbox", "edr-simulated", 100, "third"],
    ]);
  });

  it("ask no node for accounts and wait twenty seconds at most, unless configured", async () => {
    const hre = await createAlphaHre();

    for (const name of ["devnet", "testnet", "third"]) {
      expect(liveNetwork(hre, name)).to.deep.include({
        accounts: [],
        timeout: 20_000,
      });
    }
  });

  it("stay the same when the config is extended again", async () => {
    const once = await extendConfig(
      asUserConfig({
        alpha: {
          sandbox: { hardhat: { initialDate: "2030-01-01T00:00:00Z" } },
          networks: { devnet: { name: "mine" } },
        },
      }),
    );

    expect(await extendConfig(once)).to.deep.equal(once);
  });

  it("leave the user's config object as it was", async () => {
    const config = {
      networks: {
        devnet: {
          type: "http",
          chainId: 32456,
          url: "http://127.0.0.1:1",
        },
      },
      alpha: { networks: {} },
    } as const;
    const before = structuredClone(config);
    await extendConfig(asUserConfig(config));

    expect(config).to.deep.equal(before);
  });

  it("are none where the sandboxes are disabled", async () => {
    const hre = await createAlphaHre({ alpha: { sandbox: false } });

    expect(hre.config.networks).to.include.keys("devnet", "testnet", "third");
    expect(hre.config.networks).to.not.have.any.keys(
      "devnetSandbox",
      "testnetSandbox",
      "thirdSandbox",
    );
    expect(hre.alpha.network("devnet")).to.include({
      hardhatNetwork: "devnet",
      sandboxNetwork: null,
    });
  });

  it("take Hardhat's own fields for all sandboxes, and a user's changes of one over them", async () => {
    const hre = await createAlphaHre({
      alpha: {
        sandbox: {
          hardhat: { gasMultiplier: 2, minGasPrice: 5n, hardfork: "london" },
        },
      },
      networks: {
        devnetSandbox: {
          type: "edr-simulated",
          chainId: 32456,
          gasMultiplier: 3,
          mining: { auto: false },
        },
      },
    });
    const { devnetSandbox, testnetSandbox } = hre.config.networks;

    expect(devnetSandbox).to.deep.include({
      ...{ gasMultiplier: 3, minGasPrice: 5n, hardfork: "london" },
      ...{ alphaNetwork: "devnet", alphaSandbox: true },
    });
    expect(testnetSandbox).to.include({ gasMultiplier: 2, hardfork: "london" });
    expect(devnetSandbox).to.have.nested.property("mining.auto", false);
    expect(testnetSandbox).to.have.nested.property("mining.auto", true);
  });

  it("can be changed by other plugins, which add to them in place", async () => {
    const { devnet, devnetSandbox } = (await createAlphaHre()).config.networks;

    expect(Object.isFrozen(devnet)).to.equal(false);
    expect(Object.isFrozen(devnetSandbox)).to.equal(false);
  });
});

describe("connections of live networks", () => {
  it("can be opened with overrides, which keep the other values, and the layers of the URL", async () => {
    await withEnvironment({}, async () => {
      const hre = await createAlphaHre({
        alpha: { networks: { devnet: { url: "http://127.0.0.1:2" } } },
      });
      for (const [override, url] of [
        [{ timeout: 5, url: "http://127.0.0.1:1" }, "http://127.0.0.1:1"],
        [{ timeout: 5 }, "http://127.0.0.1:2"],
      ] as const) {
        const { networkConfig, alpha, close } = await hre.network.create({
          network: "devnet",
          override,
        });

        expect(networkConfig).to.deep.include({
          timeout: 5,
          chainId: 32456,
          accounts: [],
          alphaNetwork: "devnet",
        });
        expect(
          networkConfig.type === "http" && (await networkConfig.url.getUrl()),
        ).to.equal(url);
        expect(alpha?.name).to.equal("devnet");
        await close();
      }
    });
  });

  for (const chainType of ["l1", "generic", "op"] as const) {
    it(`can be opened with chainType ${chainType}`, async () => {
      const hre = await createAlphaHre();
      const { alpha, close } = await hre.network.create({
        network: "third",
        chainType,
      });

      expect(alpha?.registry).to.have.property("AlphaToken");
      await close();
    });
  }

  it("report a wrong override, without the plugin's fields", async () => {
    const hre = await createAlphaHre();
    const error = await errorOf(() =>
      hre.network.create({ network: "devnet", override: { timeout: -1 } }),
    );

    expect(error.message).to.include("timeout");
    expect(error.message).to.not.include("alpha");
  });
});

describe("with other plugins", () => {
  const orders = {
    "hardhat-viem before": [hardhatViem, hardhatAlphaNetworks],
    "hardhat-viem after": [hardhatAlphaNetworks, hardhatViem],
    "hardhat-ignition-viem before": [hardhatIgnitionViem, hardhatAlphaNetworks],
    "hardhat-ignition-viem after": [hardhatAlphaNetworks, hardhatIgnitionViem],
    "both before": [hardhatViem, hardhatIgnitionViem, hardhatAlphaNetworks],
    "both after": [hardhatAlphaNetworks, hardhatIgnitionViem, hardhatViem],
  };

  for (const [title, plugins] of Object.entries(orders)) {
    it(`given ${title}, a live connection has alpha, viem and what the other adds, overridden too`, async () => {
      const hre = await createHardhatRuntimeEnvironment({ plugins });

      for (const override of [{}, { timeout: 5 }]) {
        const connection = await hre.network.create({
          network: "devnet",
          override,
        });
        expect(connection.alpha?.registry).to.include({ Router: ROUTER });
        expect(connection.viem).to.respondTo("getPublicClient");
        if (plugins.includes(hardhatIgnitionViem)) {
          expect(connection).to.have.property("ignition");
        }
        await connection.close();
      }
    });
  }

  it("given ignition's own field of a network, hands it on", async () => {
    const hre = await createHardhatRuntimeEnvironment({
      plugins: [hardhatAlphaNetworks, hardhatIgnitionViem],
      alpha: {
        networks: { devnet: { hardhat: { ignition: { maxRetries: 3 } } } },
      },
    });

    expect(liveNetwork(hre, "devnet").ignition.maxRetries).to.equal(3);
  });

  it("given the plugin twice, is loaded once", async () => {
    const hre = await createHardhatRuntimeEnvironment({
      plugins: [hardhatAlphaNetworks, hardhatAlphaNetworks],
    });

    expect(hre.alpha.names).to.deep.equal(["devnet", "testnet", "third"]);
  });
});
