import { readFileSync } from "node:fs";

import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";

import { fieldIn } from "../../src/networks/dialects.ts";
import { configJson } from "../../tasks/config/formats/json.ts";
import { presetConfigs } from "../sources/portal/preset-configs.ts";

function read(name: string): Record<string, unknown> {
  const url = new URL(`../../schemas/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(url, "utf8"));
}

/** A schema with its fields as the dialect `ocean` calls them. */
function inOcean(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(inOcean);
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        fieldIn("ocean", name),
        inOcean(member),
      ]),
    );
  }
  return typeof value === "string" ? fieldIn("ocean", value) : value;
}

describe("schemas/config-ocean.json", () => {
  it("given schemas/config.json, then it is the same but for the dialect's names, in the same order", () => {
    const { title, description, ...ocean } = read("config-ocean");
    const {
      title: plainTitle,
      description: plainDescription,
      ...reference
    } = read("config");

    expect(JSON.stringify(ocean)).to.equal(JSON.stringify(inOcean(reference)));
    expect([title, description]).not.to.deep.equal([
      plainTitle,
      plainDescription,
    ]);
  });

  it("given the preset and a network without a base token in each dialect, then it is valid by that dialect's schema alone", async () => {
    const ajv = new Ajv2020({ allErrors: true });
    const withoutToken = { like: "testnet", registry: { Alpha: null } };
    const networks = { mine: { ...withoutToken, chainId: 7 } };
    const configs = await presetConfigs({ networks });
    const ocean = JSON.parse(configJson(configs, "ocean"));
    const reference = JSON.parse(configJson(configs, "reference"));

    expect([
      ajv.validate(read("config-ocean"), ocean),
      ajv.validate(read("config-ocean"), reference),
      ajv.validate(read("config"), ocean),
      ajv.validate(read("config"), reference),
    ]).to.deep.equal([true, false, false, true]);
  });
});
