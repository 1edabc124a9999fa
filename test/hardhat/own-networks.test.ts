import { createRequire } from "node:module";

import { expect } from "chai";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

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
  let hre: HardhatRuntimeEnvironment;
  before(async () => {
    hre = await createAlphaHreOf(alpha);
  });

  it("are in hre.alpha with their own keys", async () => {
    const networks: Readonly<Record<string, { readonly registry: object }>> =
      hre.alpha.networks;

    expect(hre.alpha.names).to.eql([
      ...["devnet", "testnet", "third", "op-sepolia", "sapphire"],
    ]);
    expect(networks["op-sepolia"]?.registry).to.include.keys("Alpha");
    expect(networks["sapphire"]?.registry).to.include.keys("AlphaToken");
    const unknown: string = "ruby";
    expect(await pluginMessageOf(() => hre.alpha.connect(unknown))).to.contain(
      "op-sepoliaSandbox",
    );
  });

  it("have sandboxes with the registry's contracts, on which the wiring holds", async () => {
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
    const { alpha: network, close } =
      await hre.network.create("sapphireSandbox");

    expect(network?.chain.id).to.equal(23295);
    expect(network?.sandbox).to.equal(true);
    expect((await network?.contract("router"))?.address).to.equal(
      network?.registry.Router,
    );
    await close();
  });
});
