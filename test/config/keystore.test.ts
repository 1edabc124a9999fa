import { expect } from "chai";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { discover } from "../../src/discover/discover.ts";
import { withKeystore } from "../support/keystore.ts";
import publicNetworks from "../support/public-networks.json" with {
  type: "json",
};

async function urlOf(
  hre: HardhatRuntimeEnvironment,
  name: string,
): Promise<string> {
  const network = hre.config.networks[name];
  if (network?.type !== "http") {
    throw new Error("no live network");
  }
  return await network.url.getUrl();
}

describe("with hardhat-keystore", () => {
  it("given the node of alpha discover in it, then that is asked, and only its origin is shown", async () => {
    await withKeystore(async ({ hre, prompts, storeFirst }) => {
      const router = `0x${"1".repeat(40)}`;
      await storeFirst("ALPHA_DISCOVER_RPC_URL", "http://127.0.0.1:1/a-key");

      const { report } = await discover(hre, { router });

      expect(report.endpoint).to.equal("http://127.0.0.1:1");
      expect(report.cause?.reason).to.contain("chain id could not be read");
      expect(JSON.stringify(report)).not.to.contain("a-key");
      expect(prompts).to.have.lengthOf(1);
      await discover(hre, { router, hardhatNetwork: "devnetSandbox" });
      expect(prompts).to.have.lengthOf(1);
    });
  });

  it("given a URL in it, has that after a prompt; the other networks need none", async () => {
    await withKeystore(async ({ hre, prompts, storeFirst }) => {
      await storeFirst("ALPHA_TESTNET_RPC_URL", "http://127.0.0.1:1/a-key");

      expect(await urlOf(hre, "devnet")).to.equal(
        publicNetworks.networks.devnet.portal.nodeUri,
      );
      expect(prompts).to.deep.equal([]);
      expect(await urlOf(hre, "testnet")).to.equal("http://127.0.0.1:1/a-key");
      expect(prompts).to.have.lengthOf(1);
    });
  });
});
