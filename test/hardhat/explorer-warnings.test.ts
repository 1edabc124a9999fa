import hardhatVerify from "@nomicfoundation/hardhat-verify";
import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { HardhatUserConfig } from "hardhat/types/config";

import { explorerWarnings } from "../../src/hardhat/hooks/hre.ts";
import hardhatAlphaNetworks from "../../src/index.ts";

async function warningsOn(
  network: string,
  config: HardhatUserConfig = {},
  plugins = [hardhatVerify],
): Promise<readonly string[]> {
  const hre = await createHardhatRuntimeEnvironment(
    { ...config, plugins: [hardhatAlphaNetworks, ...plugins] },
    { network },
  );
  return explorerWarnings(hre);
}

describe("the warning about the explorers of hardhat-verify", () => {
  for (const network of ["third", "thirdSandbox"]) {
    it(`given ${network}, names the chain that they would show, and the settings`, async () => {
      expect(await warningsOn(network)).to.deep.equal([
        `hardhat-verify would publish sources of contracts on "${network}" on the explorers of Gnosis Chain, which has the same chain id 100. Set verify.etherscan.enabled, verify.blockscout.enabled, verify.sourcify.enabled to false, or use explorers of your own`,
      ]);
    });
  }

  for (const [title, network, config, plugins] of [
    ["a project without hardhat-verify", "third", {}, []],
    ["devnet", "devnetSandbox", {}],
    [
      "Gnosis Chain itself",
      "gnosis",
      { networks: { gnosis: { type: "edr-simulated", chainId: 100 } } },
    ],
    [
      "explorers that are all disabled",
      "third",
      {
        verify: {
          etherscan: { apiKey: "key", enabled: false },
          blockscout: { enabled: false },
          sourcify: { enabled: false },
        },
      },
    ],
  ] satisfies [string, string, HardhatUserConfig, []?][]) {
    it(`given ${title}, there is none`, async () => {
      expect(await warningsOn(network, config, plugins)).to.deep.equal([]);
    });
  }
});
