import { expect } from "chai";
import type { HardhatUserConfig } from "hardhat/types/config";
import { listNetworks } from "../../src/connect/list-networks.ts";
import type { NetworkSelection } from "../../src/connect/select-networks.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { expectValidReport } from "../support/schema.ts";

const ALL: NetworkSelection = {
  names: [],
  globalNetwork: undefined,
  sandbox: false,
};

describe("listNetworks", () => {
  it("given the preset, then all networks come with what sets them apart, in the reference's order", async () => {
    const report = await listNetworks(await createAlphaHre(), ALL);

    expectValidReport("networks", JSON.stringify(report));
    expect(
      report.networks.map(({ network, chainId, networkId, isDefault }) => [
        network,
        chainId,
        networkId,
        isDefault,
      ]),
    ).to.deep.equal([
      ["devnet", 32456, 32456, false],
      ["testnet", 32457, 32457, false],
      ["third", 100, 100, true],
    ]);
    const [, , third] = report.networks;
    expect(third).to.deep.include({
      feeToken: "GX",
      versions: { registry: "v4", portal: "v3", backend: "v4" },
      unset: [],
    });
  });

  it("given sandboxes and forks, or none, then the Hardhat networks of both are named, or null", async () => {
    const namesOf = async (alpha: NonNullable<HardhatUserConfig["alpha"]>) =>
      (
        await listNetworks(await createAlphaHre({ alpha }), {
          ...ALL,
          names: ["devnet"],
        })
      ).networks.map(({ sandboxNetwork, forkNetwork }) => [
        sandboxNetwork,
        forkNetwork,
      ]);

    expect(await namesOf({})).to.deep.equal([["devnetSandbox", null]]);
    expect(await namesOf({ forks: true })).to.deep.equal([
      ["devnetSandbox", "devnetFork"],
    ]);
    expect(await namesOf({ sandbox: false })).to.deep.equal([[null, null]]);
  });

  it("given a URL with a key, then its origin alone is listed", async () => {
    const hre = await createAlphaHre({
      alpha: {
        networks: {
          devnet: {
            url: "https://user:pass@node.example:8545/v3/0123456789abcdef",
          },
        },
      },
    });

    const report = await listNetworks(hre, { ...ALL, names: ["devnet"] });

    expect(report.networks[0]?.endpoint).to.equal("https://node.example:8545");
    expect(JSON.stringify(report)).not.to.match(/0123456789abcdef|pass/);
  });

  it("given no preset, then endpoints are null and every value that nobody gives is listed by its path", async () => {
    const hre = await createAlphaHre({ alpha: { preset: false } });

    const report = await listNetworks(hre, { ...ALL, names: ["devnet"] });

    expectValidReport("networks", JSON.stringify(report));
    const [devnet] = report.networks;
    expect(devnet).to.include({ endpoint: null, feeToken: null });
    expect(devnet?.unset).to.include.members([
      "registry.Router",
      "portal.nodeUri",
      "tokens.euro.address",
    ]);
  });

  for (const [title, config, selection, hardhatNetwork, endpoint] of [
    [
      "the sandboxes",
      {},
      { names: ["devnet"], sandbox: true },
      "devnetSandbox",
      "in-process",
    ],
    [
      "a network whose name another of the user's has",
      { networks: { devnet: { type: "edr-simulated", chainId: 31337 } } },
      { names: ["devnet"] },
      null,
      null,
    ],
  ] as const) {
    it(`given ${title}, then the Hardhat network is ${hardhatNetwork}, and the endpoint ${endpoint}`, async () => {
      const report = await listNetworks(await createAlphaHre(config), {
        ...ALL,
        ...selection,
      });

      expectValidReport("networks", JSON.stringify(report));
      expect(report.networks[0]).to.include({ hardhatNetwork, endpoint });
    });
  }
});
