import { expect } from "chai";

import { exportedNetworks } from "../../../tasks/export/action.ts";
import { EXPORT_FORMATS } from "../../../tasks/export/formats.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { variablesPlugin } from "../../support/variables-plugin.ts";
import { withEnvironment } from "../../support/with-environment.ts";

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
