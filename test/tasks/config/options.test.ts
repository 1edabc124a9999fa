import { expect } from "chai";
import { isWrittenBy } from "../../../src/files/generated-by.ts";
import { PLAIN } from "../../../tasks/cli/style.ts";
import {
  CONFIG_FORMATS,
  type ConfigFormatArguments,
  chooseOptions,
} from "../../../tasks/config/options.ts";
import { presetConfigs } from "../../sources/portal/preset-configs.ts";
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
    [{ dialect: "toString" }, "Valid dialects: reference, ocean, market"],
    [{ format: "xml" }, "Valid formats: table, json, yaml, env, js"],
    [{ format: "json", explain: true }, "--explain requires --format table"],
    [{ format: "js", explain: true }, "--explain requires --format table"],
    [{ module: "esm" }, "--module requires --format js"],
    [{ default: "testnet" }, "--default requires --format js"],
    [
      { dialect: "market", format: "json" },
      "--dialect market requires --format env",
    ],
    [{ format: "js", module: "amd" }, "Valid kinds: commonjs, esm"],
    [{ format: "js", module: "" }, "Valid kinds: commonjs, esm"],
    [
      { format: "js", module: "esm", out: "a.cjs" },
      "Node.js loads a.cjs as commonjs because of its extension",
    ],
    [
      { format: "js", module: "commonjs", out: "a.MJS" },
      "Node.js loads a.MJS as esm because of its extension",
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
    ["chains.config.js", "commonjs"],
    ["chains.config.cjs", "commonjs"],
    ["folder.mjs/chains", "commonjs"],
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

describe("the formats of alpha config", () => {
  for (const [name, { render, isUnmarked }] of Object.entries(CONFIG_FORMATS)) {
    const isMarked = ["yaml", "env", "js"].includes(name);
    it(`given ${name}, then its output ${isMarked ? "says" : "does not say"} which task wrote it, in each dialect`, async () => {
      const configs = await presetConfigs();

      for (const dialect of ["reference", "ocean"] as const) {
        const text = render(
          name === "env" ? configs.slice(0, 1) : configs,
          dialect,
          {
            explain: false,
            module: "esm",
            style: PLAIN,
          },
        );
        expect(isWrittenBy(`${text}\n`, "config"), text).to.equal(isMarked);
      }
      // A table's file has a header all the same.
      expect(isUnmarked === true).to.equal(name === "json");
    });
  }
});
