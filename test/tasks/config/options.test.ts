import { expect } from "chai";
import {
  type ConfigFormatArguments,
  chooseOptions,
} from "../../../tasks/config/action.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";

const DEFAULTS: ConfigFormatArguments = {
  format: "table",
  dialect: "reference",
  explain: false,
  module: undefined,
  default: undefined,
  out: undefined,
};

function moduleOf(change: Partial<ConfigFormatArguments>): string {
  return chooseOptions({ ...DEFAULTS, format: "js", ...change }).module;
}

describe("the options of alpha config", () => {
  for (const [change, words] of [
    [{ dialect: "klingon" }, "Valid dialects: reference, ocean, market"],
    [{ format: "xml" }, "Valid formats: table, json, yaml, env, js"],
    [{ format: "json", explain: true }, "--explain requires --format table"],
    [{ module: "esm" }, "--module requires --format js"],
    [{ default: "testnet" }, "--default requires --format js"],
    [
      { dialect: "market", format: "json" },
      "--dialect market requires --format env",
    ],
    [{ format: "js", module: "amd" }, "Valid kinds: commonjs, esm"],
    [
      { format: "js", module: "esm", out: "a.cjs" },
      "Node.js loads a.cjs as commonjs because of its extension",
    ],
  ] as const) {
    it(`given ${JSON.stringify(change)}, then the error says what goes`, async () => {
      expect(
        await pluginMessageOf(() => chooseOptions({ ...DEFAULTS, ...change })),
      ).to.include(words);
    });
  }

  for (const [out, kind] of [
    [undefined, "commonjs"],
    ["chains.config.mjs", "esm"],
  ] as const) {
    it(`given a module for ${out}, then it is ${kind}`, () => {
      expect(moduleOf({ out })).to.equal(kind);
    });
  }

  it("given a kind that is asked for, then a .js file is of it", () => {
    expect(moduleOf({ module: "esm", out: "a.js" })).to.equal("esm");
    expect(moduleOf({ module: "esm" })).to.equal("esm");
  });
});
