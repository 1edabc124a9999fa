import { expect } from "chai";
import { isWrittenBy } from "../../../src/files/generated-by.ts";
import { exportedNetworks } from "../../../tasks/export/action.ts";
import { EXPORT_FORMATS } from "../../../tasks/export/formats.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { variablesPlugin } from "../../support/variables-plugin.ts";
import { withEnvironment } from "../../support/with-environment.ts";
import { exportedText, exportOf } from "./export-of.ts";

const ALL = { names: [], globalNetwork: undefined, sandbox: false };

describe("the networks that are exported", () => {
  it("given names that mean one network, then it is there once", async () => {
    const { config } = await createAlphaHre();

    const networks = await exportedNetworks(
      config,
      { ...ALL, names: ["third", "thirdSandbox", "third"] },
      { reveal: false },
    );

    expect(networks.map(({ network }) => network.name)).to.deep.equal([
      "third",
    ]);
  });

  for (const [name, format] of Object.entries(EXPORT_FORMATS)) {
    const hasUrls = name === "chain-metadata" || name === "ocean-node";
    it(`given a keystore and the format ${name}, then it is asked ${hasUrls ? "for the portal's URLs" : "for nothing: no URL is exported"}`, async () => {
      await withEnvironment({}, async () => {
        const { plugin, asked } = variablesPlugin({});
        const { config } = await createAlphaHre({ plugins: [plugin] });

        const networks = await exportedNetworks(
          config,
          { ...ALL, names: ["devnet"] },
          { ...format, reveal: false },
        );

        expect(asked.length > 0).to.equal(hasUrls);
        expect(networks[0]?.portal !== undefined).to.equal(hasUrls);
      });
    });
  }
});

describe("an export in any format", () => {
  for (const [name, isMarked] of Object.entries({
    json: false,
    "address-json": false,
    typescript: true,
    solidity: true,
    "chain-metadata": false,
    "token-list": false,
    "ocean-node": true,
    "ignition-parameters": false,
  })) {
    it(`given ${name}, then its text ${isMarked ? "says" : "does not say"} that it is a file of ours`, async () => {
      const text = await exportedText(name, { names: ["devnet"] });

      expect(isWrittenBy(text, "export")).to.equal(isMarked);
    });
  }

  for (const [name, data, ...paths] of [
    [
      "address-json",
      { "pontus-x-devnet": { chainId: 32456, startBlock: 57428 } },
      "registry.Alpha",
      "registry.AlphaCommunityFeeCollector",
      "registry.Router",
      "registry.FixedPrice",
      "registry.ERC20Template",
      "registry.ERC721Template",
      "registry.Dispenser",
      "registry.ERC721Factory",
    ],
    [
      "chain-metadata",
      [
        {
          chainId: 32456,
          networkId: 32456,
          rpc: [],
          faucets: [],
          explorers: [],
        },
      ],
      "displayName",
      "portal.nodeUri",
      "portal.explorerUri",
      "portal.network",
      "feeToken.symbol",
    ],
    ["ocean-node", undefined, "portal.nodeUri"],
  ] as const) {
    it(`given ${name} and values that are not set, then they are left out, and each is told with how to set it`, async () => {
      const { text, gaps } = await exportOf(name, {
        alpha: { preset: false },
        names: ["devnet"],
      });

      expect(text && JSON.parse(text)).to.deep.equal(data);
      expect(gaps).to.have.members(
        paths.map(
          (path) =>
            `${path} of devnet is not set. Set alpha.networks.devnet.${path} in the Hardhat config.`,
        ),
      );
    });
  }

  it("given ignition-parameters and addresses that are not set, then they are left out, and each is told", async () => {
    const { text = "", gaps } = await exportOf("ignition-parameters", {
      alpha: { preset: false },
      names: ["devnet"],
    });

    expect(JSON.parse(text)).to.deep.equal({ $global: {} });
    expect(gaps).to.have.length(10);
  });
});
