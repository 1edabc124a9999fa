import hardhatVerify from "@nomicfoundation/hardhat-verify";
import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { HardhatUserConfig } from "hardhat/types/config";

import { explorerWarnings } from "../../src/hardhat/warn-about-explorers.ts";
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

  it("given devnet with that chain id, warns too", async () => {
    const [warning] = await warningsOn("devnet", {
      alpha: { networks: { devnet: { chainId: 100 }, third: false } },
    });

    expect(warning).to.include("Gnosis Chain, which has the same chain id 100");
  });

  it("given an explorer that is disabled, does not name it", async () => {
    const [warning] = await warningsOn("third", {
      verify: { etherscan: { apiKey: "key", enabled: false } },
    });

    expect(warning).to.include("Set verify.blockscout.enabled, ");
  });

  for (const [title, network, config, plugins] of [
    ["a project without hardhat-verify", "third", {}, []],
    ["devnet", "devnetSandbox", {}, undefined],
    ["no network of the plugin", "default", {}, undefined],
    [
      "Gnosis Chain itself",
      "gnosis",
      { networks: { gnosis: { type: "edr-simulated", chainId: 100 } } },
      undefined,
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
      undefined,
    ],
    [
      "another chain id for the third network",
      "third",
      { alpha: { networks: { third: { chainId: 5 } } } },
      undefined,
    ],
  ] satisfies [string, string, HardhatUserConfig, [] | undefined][]) {
    it(`given ${title}, there is none`, async () => {
      expect(await warningsOn(network, config, plugins)).to.deep.equal([]);
    });
  }
});
