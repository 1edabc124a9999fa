import { expect } from "chai";
import type { ShownPortalConfig } from "../../src/connect/portal-configs.ts";
import { ALPHA_NETWORK_NAMES } from "../../src/networks/definitions.ts";
import { DIALECTS } from "../../src/networks/dialects.ts";
import { configJs } from "../../tasks/config/formats/js.ts";
import { configJson } from "../../tasks/config/formats/json.ts";
import { presetConfigs } from "../sources/portal/preset-configs.ts";
import { lintText, rulesOf } from "./lint-text.ts";

describe("what the plugin itself prints for the preset", () => {
  let configs: readonly ShownPortalConfig[];
  before(async () => {
    configs = await presetConfigs();
  });

  for (const names of [
    ...ALPHA_NETWORK_NAMES.map((name) => [name]),
    [...ALPHA_NETWORK_NAMES],
  ]) {
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
});
