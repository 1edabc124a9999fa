import schema from "@uniswap/token-lists/src/tokenlist.schema.json" with {
  type: "json",
};
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { expect } from "chai";

import {
  acceptsPrevious,
  exportedText,
  exportOf,
  TIMESTAMP,
} from "../export-of.ts";

function problemsOf(list: unknown): string | undefined {
  const ajv = new Ajv({ allErrors: true, strict: false });
  addFormats.default(ajv);
  return ajv.validate(schema, list) ? undefined : ajv.errorsText();
}

const EURO = { symbol: "EURAU", decimals: 6 };
const ALL = {
  networks: {
    devnet: { tokens: { euro: EURO, alpha: { decimals: 18 } } },
    testnet: { tokens: { euro: EURO, alpha: { decimals: 18 } } },
    third: {
      tokens: {
        euro: { symbol: "EUROe", decimals: 6 },
        alpha: { decimals: 18 },
      },
    },
  },
};
const DEVNET_EURO = { networks: { devnet: { tokens: { euro: EURO } } } };

describe("alpha export --format token-list", () => {
  it("given symbols and decimals of all, then the list is valid by its schema and has all six tokens", async () => {
    const { text = "", gaps } = await exportOf("token-list", { alpha: ALL });
    const list = JSON.parse(text);

    expect(problemsOf(list)).to.equal(undefined);
    expect(list.tokens).to.have.lengthOf(6);
    expect(list.tokens[0]).to.deep.equal({
      chainId: 32456,
      address: "0x852381bB887d3Cf4AEB9e1E9De3eB033AF82fBeE",
      name: "EURAU",
      symbol: "EURAU",
      decimals: 6,
    });
    expect(list).to.deep.include({
      version: { major: 1, minor: 0, patch: 0 },
      timestamp: TIMESTAMP,
    });
    expect(gaps).to.deep.equal([]);
  });

  it("given the third network's tokens, then a note says that Gnosis Chain has the same chain id", async () => {
    const { notes } = await exportOf("token-list", { alpha: ALL });

    expect(notes).to.have.lengthOf(1);
    expect(notes[0]).to.contain("Gnosis Chain also has chain id 100");
    expect(
      (await exportOf("token-list", { alpha: DEVNET_EURO })).notes,
    ).to.deep.equal([]);
  });

  it("given the preset, which knows no decimals, then there is no list, and each token is told with what is missing", async () => {
    const { text, gaps } = await exportOf("token-list");

    expect(text).to.equal(undefined);
    expect(gaps).to.have.lengthOf(6 + 1);
    expect(gaps[0]).to.contain(
      "tokens.euro of devnet is left out: symbol and decimals are not set",
    );
    expect(gaps[1]).to.contain(
      "tokens.alpha of devnet is left out: decimals is not set",
    );
  });

  it("given one token that is known, then it alone is listed, validly, and the other is told", async () => {
    const { text = "", gaps } = await exportOf("token-list", {
      alpha: DEVNET_EURO,
      names: ["devnet"],
    });

    expect(problemsOf(JSON.parse(text))).to.equal(undefined);
    expect(JSON.parse(text).tokens).to.have.lengthOf(1);
    expect(gaps).to.have.lengthOf(1);
  });

  for (const [title, euro] of [
    ["a symbol with a space", { ...EURO, symbol: "EU RO" }],
    ["a symbol that is too long", { ...EURO, symbol: "E".repeat(21) }],
    ["a name that is too long", { ...EURO, name: "E".repeat(61) }],
    ["a name of two lines", { ...EURO, name: "E\nE" }],
  ] as const) {
    it(`given ${title}, which the schema rejects, then the token is left out and told`, async () => {
      const { text, gaps } = await exportOf("token-list", {
        alpha: { networks: { devnet: { tokens: { euro } } } },
        names: ["devnet"],
      });

      expect(text).to.equal(undefined);
      expect(gaps[0]).to.contain("tokens.euro of devnet is left out");
    });
  }

  describe("given a list that it wrote before", () => {
    const OLD = "2020-01-01T00:00:00.000Z";
    const listWith = async (change: object = {}) => {
      const text = await exportedText("token-list", {
        alpha: ALL,
        names: ["devnet"],
      });
      const list = JSON.parse(text);
      return {
        ...list,
        version: { major: 2, minor: 3, patch: 4 },
        timestamp: OLD,
        ...change,
      };
    };
    const next = async (previous: unknown, alpha: unknown = ALL) => {
      const text = await exportedText("token-list", {
        alpha,
        names: ["devnet"],
        previous: JSON.stringify(previous),
      });
      const { version, timestamp } = JSON.parse(text);
      const { major, minor, patch } = version;
      return [major, minor, patch, timestamp];
    };

    it("of the same tokens, then version and timestamp stay", async () => {
      expect(await next(await listWith())).to.deep.equal([2, 3, 4, OLD]);
    });

    it("of a token less, then the minor version rises", async () => {
      const list = await listWith();
      expect(
        await next({ ...list, tokens: list.tokens.slice(1) }),
      ).to.deep.equal([2, 4, 0, TIMESTAMP]);
    });

    it("of a token more, then the major version rises", async () => {
      expect(await next(await listWith(), DEVNET_EURO)).to.deep.equal([
        3,
        0,
        0,
        TIMESTAMP,
      ]);
    });

    it("of another address, then the major version rises", async () => {
      const list = await listWith();
      const tokens = [
        { ...list.tokens[0], address: `0x${"11".repeat(20)}` },
        list.tokens[1],
      ];
      expect(await next({ ...list, tokens })).to.deep.equal([
        3,
        0,
        0,
        TIMESTAMP,
      ]);
    });

    it("of another name, then the patch version rises", async () => {
      const list = await listWith();
      const tokens = [{ ...list.tokens[0], name: "Euro" }, list.tokens[1]];
      expect(await next({ ...list, tokens })).to.deep.equal([
        2,
        3,
        5,
        TIMESTAMP,
      ]);
    });

    for (const [title, change] of [
      ["without version", { version: undefined }],
      ["of a version that is none", { version: { major: -1 } }],
      ["without tokens", { tokens: 7 }],
    ] as const) {
      it(`${title}, then it begins anew`, async () => {
        expect(await next(await listWith(change))).to.deep.equal([
          1,
          0,
          0,
          TIMESTAMP,
        ]);
      });
    }

    it("with a timestamp that is none, then it gets one, and is valid again", async () => {
      expect(await next(await listWith({ timestamp: "soon" }))).to.deep.equal([
        2,
        3,
        5,
        TIMESTAMP,
      ]);
    });
  });

  it("goes on from its own lists, and from no other's", async () => {
    const text = await exportedText("token-list", { alpha: ALL });

    expect(await acceptsPrevious("token-list", text)).to.equal(true);
    for (const other of [
      text.replace("Alpha networks", "Mine"),
      "[]",
      "{}",
      "not json",
    ]) {
      expect(await acceptsPrevious("token-list", other), other).to.equal(false);
    }
  });
});
