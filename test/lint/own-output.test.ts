import { expect } from "chai";
import type { ShownPortalConfig } from "../../src/connect/portal-configs.ts";
import { ALPHA_NETWORK_NAMES } from "../../src/networks/definitions.ts";
import { DIALECTS } from "../../src/networks/dialects.ts";
import { configJs } from "../../tasks/config/formats/js.ts";
import { configJson } from "../../tasks/config/formats/json.ts";
import { exportedNetworks } from "../../tasks/export/action.ts";
import { CHAIN_METADATA } from "../../tasks/export/formats/chain-metadata.ts";
import { presetConfigs } from "../sources/portal/preset-configs.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { withEnvironment } from "../support/with-environment.ts";
import { lintText, rulesOf } from "./lint-text.ts";

describe("what the plugin itself prints for the preset", () => {
  let configs: readonly ShownPortalConfig[];
  before(async () => {
    configs = await presetConfigs();
  });

  const selections = [
    ...ALPHA_NETWORK_NAMES.map((name) => [name]),
    ["devnet", "testnet"],
    [...ALPHA_NETWORK_NAMES],
  ];
  for (const names of selections) {
    for (const dialect of DIALECTS) {
      it(`given ${names.join(", ")} in the dialect ${dialect}, then nothing is found`, async () => {
        const chosen = configs.filter(({ network }) => names.includes(network));
        for (const [file, text] of [
          ["chains.config.js", configJs(chosen, dialect, "commonjs")],
          ["chains.config.mjs", configJs(chosen, dialect, "esm")],
          ["chains.json", configJson(chosen, dialect)],
        ] as const) {
          expect(rulesOf(await lintText(text, file)), file).to.deep.equal([]);
        }
      });
    }
  }

  it("given the metadata of all networks, then nothing is found", async () => {
    const text = await withEnvironment({}, async () => {
      const { config } = await createAlphaHre({});
      const networks = await exportedNetworks(
        config,
        { names: [], globalNetwork: undefined, sandbox: false },
        { ...CHAIN_METADATA, reveal: false },
      );
      return CHAIN_METADATA.render({
        networks,
        timestamp: () => "1970-01-01T00:00:00.000Z",
        file: "networksMetadata.config.js",
        previous: undefined,
      }).text;
    });

    expect(rulesOf(await lintText(text ?? ""))).to.deep.equal([]);
  });
});
