import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "chai";
import { exportedText, exportOf } from "../export-of.ts";

/**
 * The constraints of https://uniswap.org/tokenlist.schema.json on the members that the
 * export has.
 */
const SCHEMA = {
  type: "object",
  additionalProperties: false,
  required: ["name", "timestamp", "version", "tokens"],
  properties: {
    name: { type: "string", maxLength: 30, pattern: "^[\\w ]+$" },
    timestamp: { type: "string", format: "date-time" },
    version: {
      type: "object",
      additionalProperties: false,
      required: ["major", "minor", "patch"],
      properties: {
        major: { type: "integer", minimum: 0 },
        minor: { type: "integer", minimum: 0 },
        patch: { type: "integer", minimum: 0 },
      },
    },
    tokens: {
      type: "array",
      minItems: 1,
      maxItems: 10_000,
      items: {
        type: "object",
        additionalProperties: false,
        required: ["chainId", "address", "decimals", "name", "symbol"],
        properties: {
          chainId: { type: "integer", minimum: 1 },
          address: { type: "string", pattern: "^0x[a-fA-F0-9]{40}$" },
          decimals: { type: "integer", minimum: 0, maximum: 255 },
          name: { type: "string", maxLength: 60, pattern: "^[ \\S+]+$" },
          symbol: { type: "string", maxLength: 20, pattern: "^\\S+$" },
        },
      },
    },
  },
};

const withEuro = (symbol: string) => ({
  networks: { devnet: { tokens: { euro: { symbol, decimals: 6 } } } },
});

describe("alpha export --format token-list", () => {
  it("given a preset without the euro's symbol and decimals, then the list has the base tokens, is valid, and says what is missing", async () => {
    const { text = "", gaps } = await exportOf("token-list");
    const list = JSON.parse(text);
    const ajv = new Ajv2020({ allErrors: true });
    addFormats.default(ajv);

    expect(ajv.validate(SCHEMA, list), ajv.errorsText()).to.equal(true);
    expect(list.tokens).to.have.length(3);
    expect(list.tokens[0]).to.deep.equal({
      chainId: 32456,
      address: "0xdF171F74a8d3f4e2A789A566Dce9Fa4945196112",
      decimals: 18,
      name: "Ocean",
      symbol: "OCEAN",
    });
    expect(gaps).to.have.length(6);
    expect(gaps[0]).to.match(/^tokens\.euro of devnet is left out: its symbol/);
  });

  it("given a symbol that a token list may not have, then the token is left out", async () => {
    const { text = "", gaps } = await exportOf("token-list", {
      alpha: withEuro("a b"),
      names: ["devnet"],
    });

    expect(JSON.parse(text).tokens).to.have.length(1);
    expect(gaps).to.have.length(1);
  });

  it("given its own file, then the version changes with the tokens alone", async () => {
    const next = async (alpha: object, previous?: string) =>
      await exportedText("token-list", {
        alpha,
        names: ["devnet"],
        ...(previous === undefined ? {} : { previous }),
      });
    const first = await next({});
    const old = first.replace(/"timestamp": "[^"]+"/, '"timestamp": "2020"');
    const more = await next(withEuro("EURAU"), old);
    const versions = [first, more, await next({}, more)].map(
      (text) => JSON.parse(text).version,
    );

    expect(await next({}, old)).to.equal(old);
    expect(versions).to.deep.equal([
      { major: 1, minor: 0, patch: 0 },
      { major: 2, minor: 0, patch: 0 },
      { major: 3, minor: 0, patch: 0 },
    ]);
  });
});
