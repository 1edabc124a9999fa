import { expect } from "chai";

import { createAlphaHre } from "../support/alpha-hre.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";

const NAMES = ["devnet", "testnet", "third"] as const;

describe("connection.alpha", () => {
  for (const name of NAMES) {
    it(`of a connection to ${name} is ${name}'s data, frozen`, async () => {
      const hre = await createAlphaHre();
      const connection = await hre.network.create(name);
      const { alpha } = connection;
      await connection.close();
      if (alpha === undefined) {
        throw new Error("no Alpha network");
      }

      expect(alpha.name).to.equal(name);
      expect(alpha.sandbox).to.equal(false);
      expect(alpha.registry).to.deep.equal(hre.alpha.network(name).registry);
      expect(alpha.portal).to.deep.equal(hre.alpha.network(name).portal);
      expect(Object.isFrozen(alpha)).to.equal(true);
    });
  }

  for (const name of ["default", "node", "localhost"]) {
    it(`of a connection to Hardhat's ${name} is undefined`, async () => {
      const hre = await createAlphaHre();
      const connection = await hre.network.create(name);

      expect(connection).to.have.property("alpha", undefined);
      await connection.close();
    });
  }

  it("of another network with the chain id of an Alpha network is undefined", async () => {
    const hre = await createAlphaHre({
      networks: { fork: { type: "edr-simulated", chainId: 100 } },
    });
    const connection = await hre.network.create("fork");

    expect(connection.alpha).to.equal(undefined);
    await connection.close();
  });

  it("looks addresses up and throws this plugin's errors, as hre.alpha does", async () => {
    const hre = await createAlphaHre();
    const connection = await hre.network.create("third");
    const { alpha } = connection;
    await connection.close();
    if (alpha?.name !== "third") {
      throw new Error("no third network");
    }

    expect(alpha.address("ERC20Templates", 0)).to.equal(
      alpha.registry.ERC20Templates[0],
    );
    expect(
      await pluginMessageOf(() =>
        Reflect.apply(alpha.address, alpha, ["Alpha"]),
      ),
    ).to.include('has no key "Alpha"');
  });

  it("of a renamed network is that network's", async () => {
    const hre = await createAlphaHre({
      alpha: { networks: { third: { name: "gx" } } },
    });
    const connection = await hre.network.create("gx");

    expect(connection.alpha).to.include({
      name: "third",
      hardhatNetwork: "gx",
      sandboxNetwork: "gxSandbox",
    });
    await connection.close();
  });

  it("is the same for connections that getOrCreate shares", async () => {
    const hre = await createAlphaHre();
    const first = await hre.network.getOrCreate("devnet");
    const second = await hre.network.getOrCreate("devnet");

    expect(second.alpha).to.equal(first.alpha);
    expect(first.alpha?.name).to.equal("devnet");
    await first.close();
  });
});
