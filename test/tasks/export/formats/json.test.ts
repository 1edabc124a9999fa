import { readFileSync } from "node:fs";

import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";

import { NETWORK_DEFINITIONS } from "../../../../src/networks/definitions.ts";
import { PRESET } from "../../../support/preset.ts";
import { exportedText, exportOf } from "../export-of.ts";

const schema: unknown = JSON.parse(
  readFileSync(
    new URL("../../../../schemas/export.json", import.meta.url),
    "utf8",
  ),
);
const ajv = new Ajv2020({ allErrors: true });
const isValid = (value: unknown) =>
  ajv.validate(typeof schema === "object" && schema ? schema : {}, value)
    ? true
    : ajv.errorsText();

describe("alpha export --format json", () => {
  it("given the preset, then each network has exactly its registry's keys and addresses, and the schema holds", async () => {
    const { text = "", gaps, notes } = await exportOf("json");
    const data = JSON.parse(text);

    expect(isValid(data)).to.equal(true);
    for (const [name, { registry }] of Object.entries(NETWORK_DEFINITIONS)) {
      expect(Object.keys(data[name].registry)).to.deep.equal(
        Object.keys(registry),
      );
    }
    expect(data.third.registry).to.deep.equal(PRESET.third.registry);
    expect(data.testnet.chainId).to.equal(32457);
    expect(data.devnet.tokens.alpha).to.deep.equal({
      name: "Ocean",
      address: "0xdF171F74a8d3f4e2A789A566Dce9Fa4945196112",
      symbol: "OCEAN",
      decimals: 18,
    });
    expect([gaps, notes]).to.deep.equal([[], undefined]);
  });

  it("given values that nobody gives, then they are null, each is a gap with its remedy, and the schema holds", async () => {
    const { text = "", gaps } = await exportOf("json", {
      alpha: { preset: false },
      names: ["third"],
    });
    const data = JSON.parse(text);

    expect(isValid(data)).to.equal(true);
    expect(data.third.registry.ERC20Templates).to.equal(null);
    expect(data.third.tokens.euro).to.deep.equal({ name: null, address: null });
    expect(gaps).to.have.lengthOf(8 + 4);
    expect(gaps[0]).to.equal(
      "registry.AlphaToken of third is not set. Set alpha.networks.third.registry.AlphaToken in the Hardhat config.",
    );
  });

  it("given networks with another number of templates or without a base token, then the schema holds", async () => {
    const address = `0x${"11".repeat(20)}`;
    const mine = { like: "third", chainId: 7, registry: { AlphaToken: null } };
    const registry = {
      ERC20Template: [address, address, address],
      ERC721Template: [address, address],
    };
    const text = await exportedText("json", {
      alpha: { networks: { devnet: { registry }, mine } },
    });

    expect(isValid(JSON.parse(text))).to.equal(true);
  });

  it("given the third network's key on devnet, then the schema does not hold", async () => {
    const data = JSON.parse(await exportedText("json"));
    data.devnet.registry.AlphaToken = null;

    expect(isValid(data)).not.to.equal(true);
  });
});
