import { expect } from "chai";
import { exportedText, exportOf } from "../export-of.ts";

const withEuro = (symbol: string) => ({
  networks: { devnet: { tokens: { euro: { symbol, decimals: 6 } } } },
});

const NEW = "2026-01-02T03:04:05.000Z";
const OLD = "2020-01-02T03:04:05Z";

describe("alpha export --format token-list", () => {
  it("given a preset without the euro's symbol and decimals, then the list has the base tokens, is valid, and says what is missing", async () => {
    const { text = "", gaps } = await exportOf("token-list");
    const { tokens, ...list } = JSON.parse(text);

    // What https://uniswap.org/tokenlist.schema.json requires.
    expect(list).to.deep.equal({
      name: "Alpha payment tokens",
      timestamp: "2026-01-02T03:04:05.000Z",
      version: { major: 1, minor: 0, patch: 0 },
    });
    expect(tokens).to.have.length(3);
    expect(tokens[0]).to.deep.equal({
      chainId: 32456,
      address: "0xdF171F74a8d3f4e2A789A566Dce9Fa4945196112",
      decimals: 18,
      name: "Ocean",
      symbol: "OCEAN",
    });
    expect(gaps).to.have.length(6);
    expect(gaps[0]).to.match(/^tokens\.euro of devnet is left out: its symbol/);
    expect(gaps[1]).to.include("its decimals are not set");
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
    const old = first.replace(/"timestamp": "[^"]+"/, `"timestamp": "${OLD}"`);
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

  const version = { major: 4, minor: 1, patch: 0 };
  const first = { major: 1, minor: 0, patch: 0 };
  for (const [title, change, expected] of [
    ["a valid time and version", {}, {}],
    ["a time that is none", { timestamp: "yesterday" }, { timestamp: NEW }],
    ["a year as time", { timestamp: "2020" }, { timestamp: NEW }],
    ["no time", { timestamp: undefined }, { timestamp: NEW }],
    ["no version", { version: undefined }, { version: first }],
    ["a version as text", { version: "4.1.0" }, { version: first }],
    [
      "a version without its last part",
      { version: { major: 4, minor: 1 } },
      { version: { ...first, major: 5 } },
    ],
    [
      "a major version that is no number",
      { version: { ...version, major: "four" } },
      { version: first },
    ],
  ] as const) {
    it(`given its own file with the same tokens, which has ${title}, then only what is not valid is written anew`, async () => {
      const options = { names: ["devnet"] };
      const list = {
        ...JSON.parse(await exportedText("token-list", options)),
        ...{ timestamp: OLD, version, keywords: ["mine"] },
      };
      const previous = JSON.stringify({ ...list, ...change });
      const text = await exportedText("token-list", { ...options, previous });

      expect(JSON.parse(text)).to.deep.equal({ ...list, ...expected });
    });
  }
});
