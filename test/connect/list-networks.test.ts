import { expect } from "chai";
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

  it("given sandboxes, forks and taken names, then the Hardhat networks and endpoints are named, or null", async () => {
    const url = "http://127.0.0.1:1";
    const rowOf = async (config: object, sandbox = false) => {
      const hre = await createAlphaHre(config);
      const names = ["devnet"];
      const report = await listNetworks(hre, { ...ALL, names, sandbox });
      expectValidReport("networks", JSON.stringify(report));
      const [one] = report.networks;
      const { hardhatNetwork, sandboxNetwork, forkNetwork } = one ?? {};
      return [hardhatNetwork, sandboxNetwork, forkNetwork, one?.endpoint];
    };
    const networks = { devnet: { url } };
    const taken = { devnet: { type: "edr-simulated", chainId: 31337 } };

    expect([
      await rowOf({ alpha: { networks, forks: true } }),
      await rowOf({ alpha: { networks, sandbox: false } }),
      await rowOf({ networks: taken }),
      await rowOf({}, true),
    ]).to.deep.equal([
      ["devnet", "devnetSandbox", "devnetFork", url],
      ["devnet", null, null, url],
      [null, "devnetSandbox", null, null],
      ["devnetSandbox", "devnetSandbox", null, "in-process"],
    ]);
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
});
