import { expect } from "chai";
import {
  EXPORT_FORMATS,
  exportedNetworks,
} from "../../../tasks/export/action.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { variablesPlugin } from "../../support/variables-plugin.ts";
import { withEnvironment } from "../../support/with-environment.ts";
import { exportOf } from "./export-of.ts";

const ALL = { names: [], globalNetwork: undefined, sandbox: false };

describe("the networks that are exported", () => {
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

it("given chain-metadata and values that are not set, then they are left out, and each is told with how to set it", async () => {
  const { text = "", gaps } = await exportOf("chain-metadata", {
    alpha: { preset: false },
    names: ["devnet"],
  });

  expect(JSON.parse(text)).to.deep.equal([
    { chainId: 32456, networkId: 32456, rpc: [], faucets: [], explorers: [] },
  ]);
  expect(gaps).to.have.members(
    [
      "displayName",
      "portal.nodeUri",
      "portal.explorerUri",
      "portal.network",
      "feeToken.symbol",
    ].map(
      (path) =>
        `${path} of devnet is not set. Set alpha.networks.devnet.${path} in the Hardhat config.`,
    ),
  );
});

it("given ignition-parameters or ocean-node and values that are not set, then they are left out, and each is told", async () => {
  const unset = { alpha: { preset: false }, names: ["devnet"] };
  const ignition = await exportOf("ignition-parameters", unset);
  const oceanNode = await exportOf("ocean-node", unset);

  expect(JSON.parse(ignition.text ?? "")).to.deep.equal({ $global: {} });
  expect(ignition.gaps).to.have.length(10);
  expect(oceanNode).to.deep.include({
    text: undefined,
    gaps: [
      "portal.nodeUri of devnet is not set. Set alpha.networks.devnet.portal.nodeUri in the Hardhat config.",
    ],
  });
});
