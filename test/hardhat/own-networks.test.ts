import { createRequire } from "node:module";

import { expect } from "chai";

import { enabledNetworks } from "../../src/config/configured-networks.ts";
import { createAlphaHreOf } from "../support/alpha-hre.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";

const BOOK = createRequire(import.meta.url).resolve(
  "@oceanprotocol/contracts/addresses/address.json",
);

/** Two test networks of the published address book. */
const alpha = {
  sources: [
    {
      type: "address-json",
      file: BOOK,
      network: ["op-sepolia", "sapphire"],
    },
  ],
  networks: {
    "op-sepolia": { like: "testnet", chainId: 11155420 },
    // It has five datatoken templates, and the third network's names here.
    sapphire: {
      like: "third",
      chainId: 23295,
      tokens: {
        euro: {
          name: "Euro",
          address: "0x8A4826071983655805bF4f29828577Cd6b1aC0cB",
        },
      },
    },
  },
};

describe("the networks of a project's own at run time", () => {
  it("are in hre.alpha with their own keys", async () => {
    const hre = await createAlphaHreOf(alpha);
    const networks: Readonly<Record<string, { readonly registry: object }>> =
      hre.alpha.networks;

    expect(hre.alpha.names).to.eql([
      "devnet",
      "testnet",
      "third",
      "op-sepolia",
      "sapphire",
    ]);
    expect(Object.keys(networks["op-sepolia"]?.registry ?? {})).to.include(
      "Alpha",
    );
    expect(Object.keys(networks["sapphire"]?.registry ?? {})).to.include(
      "AlphaToken",
    );
    const unknown: string = "ruby";
    expect(
      await pluginMessageOf(async () => {
        await hre.alpha.connect(unknown);
      }),
    ).to.contain("op-sepoliaSandbox");
  });

  it("have sandboxes with the registry's contracts, on which the wiring holds", async () => {
    const hre = await createAlphaHreOf(alpha);
    const report = await hre.alpha.verify({
      networks: ["op-sepolia", "sapphire"],
      sandbox: true,
      level: "wiring",
    });

    expect(report.outcome).to.equal("ok");
    expect(
      report.networks.map(({ network, hardhatNetwork, chainId, contracts }) => [
        network,
        hardhatNetwork,
        chainId,
        contracts.filter(({ kind }) => kind === "token").map(({ key }) => key),
        contracts.filter(({ role }) => role === "erc20Templates").length,
      ]),
    ).to.eql([
      ["op-sepolia", "op-sepoliaSandbox", 11155420, ["alpha"], 2],
      ["sapphire", "sapphireSandbox", 23295, ["euro", "alpha"], 5],
    ]);
  });

  it("given a connection to a sandbox, then its contracts are found by key and role", async () => {
    const hre = await createAlphaHreOf(alpha);
    const connection = await hre.network.create("sapphireSandbox");
    const network = connection.alpha;
    const [, , , , sapphire] = enabledNetworks(hre.config.alpha);

    expect(network?.chain.id).to.equal(23295);
    expect(network?.sandbox).to.equal(true);
    const router = await network?.contract("router");
    expect(router?.address).to.equal(
      sapphire?.contracts.find(
        (contract) => contract.kind === "registry" && contract.key === "Router",
      )?.address,
    );
    await connection.close();
  });
});
