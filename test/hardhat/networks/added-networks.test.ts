import { expect } from "chai";

import { createAlphaHre } from "../../support/alpha-hre.ts";
import { withEnvironment } from "../../support/with-environment.ts";

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
    const { networks } = (await createAlphaHre()).config;

    for (const name of ["devnet", "testnet", "third"]) {
      const expected = { accounts: [], timeout: 20_000 };
      expect(networks[name]).to.deep.include(expected);
    }
  });

  it("are none where the sandboxes are disabled", async () => {
    const hre = await createAlphaHre({ alpha: { sandbox: false } });

    expect(hre.config.networks).to.include.keys("devnet", "testnet", "third");
    expect(Object.keys(hre.config.networks).join()).not.to.include("Sandbox");
    expect(hre.alpha.network("devnet").sandboxNetwork).to.equal(null);
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
});
