import { expect } from "chai";
import type { ChainDescriptorsUserConfig } from "hardhat/types/config";

import { createAlphaHre } from "../../support/alpha-hre.ts";
import { extendConfig } from "../../support/config-hooks.ts";

async function descriptorsOf(
  chainDescriptors: ChainDescriptorsUserConfig = {},
) {
  const hre = await createAlphaHre({ chainDescriptors });
  return hre.config.chainDescriptors;
}

describe("Hardhat's chain descriptors", () => {
  it("have the names of devnet and testnet, and no explorers or hardforks that nobody published", async () => {
    const descriptors = await descriptorsOf();

    expect(descriptors.get(32456n)).to.deep.equal({
      name: "Pontus-X Devnet",
      chainType: "generic",
      blockExplorers: {},
    });
    expect(descriptors.get(32457n)?.name).to.equal("Pontus-X Testnet");
  });

  it("keep Hardhat's own for chain id 100, which is Gnosis Chain's, too", async () => {
    const { chainDescriptors = {} } = await extendConfig({});

    expect(Object.keys(chainDescriptors)).to.deep.equal(["32456", "32457"]);
    expect((await descriptorsOf()).get(100n)?.name).to.equal("Gnosis");
  });

  for (const key of [32456, "0x7ec8"]) {
    it(`given one of the user for ${JSON.stringify(key)}, then it is left unchanged`, async () => {
      const own = {
        name: "mine",
        hardforkHistory: { shanghai: { blockNumber: 0 } },
      };
      const descriptors = await descriptorsOf({ [key]: own });

      expect(descriptors.get(32456n)?.name).to.equal("mine");
      expect(descriptors.get(32456n)?.hardforkHistory?.size).to.equal(1);
      expect(descriptors.get(32457n)?.name).to.equal("Pontus-X Testnet");
    });
  }
});
