import { expect } from "chai";

import {
  type TokenReading,
  type TokenValues,
  tokenRequest,
} from "../../src/wallet/token-request.ts";
import { assetParameterProblem } from "../tasks/wallet/strict-wallet.ts";

const ADDRESS = "0x852381bB887d3Cf4AEB9e1E9De3eB033AF82fBeE";

function values(
  token: Partial<TokenValues["token"]>,
  reading?: TokenReading,
): TokenValues {
  return {
    network: "devnet",
    kind: "euro",
    token: {
      name: "EURAU",
      address: ADDRESS,
      symbol: undefined,
      decimals: undefined,
      ...token,
    },
    reading,
    endpoint: "https://node.example",
  };
}

function read(symbol: string, decimals: number): TokenReading {
  return { verdict: "read", source: "node", symbol, decimals };
}

const ids = ({ findings }: ReturnType<typeof tokenRequest>) =>
  findings.map(({ verdict, rule }) => `${verdict} ${rule}`);

describe("the request that imports a token", () => {
  it("given the contract's values, then it is the request that wallets accept", () => {
    const made = tokenRequest(values({}, read("EURAU", 6)));

    expect(made.findings).to.deep.equal([]);
    expect(made.token.source).to.equal("node");
    expect(made.token.watchAsset).to.deep.equal({
      type: "ERC20",
      options: { address: ADDRESS, symbol: "EURAU", decimals: 6 },
    });
    expect(assetParameterProblem(made.token.watchAsset)).to.equal(undefined);
  });

  it("given only the config's values, then they are used, and reported as such", () => {
    const made = tokenRequest(values({ symbol: "EURAU", decimals: 6 }));

    expect(made.findings).to.deep.equal([]);
    expect(made.token.source).to.equal("config");
    expect(made.token.watchAsset?.options.decimals).to.equal(6);
  });

  it("given no values, then there is no request, and what was not read is reported with what to do", () => {
    const made = tokenRequest(values({}));

    expect(made.token.watchAsset).to.equal(null);
    expect(made.token.source).to.equal("unread");
    expect(ids(made)).to.deep.equal([
      "unknown token-symbol",
      "unknown token-decimals",
    ]);
    for (const { remedy } of made.findings) {
      expect(remedy).to.contain("--online");
    }
  });

  it("given a symbol without decimals, then only they were not read", () => {
    const made = tokenRequest(values({ symbol: "EURAU" }));

    expect(made.token).to.include({ source: "unread", watchAsset: null });
    expect(ids(made)).to.deep.equal(["unknown token-decimals"]);
  });

  it("given a contract that differs from the config, then the request has the contract's values, and both differences are broken", () => {
    const made = tokenRequest(
      values({ symbol: "EUROe", decimals: 18 }, read("EURAU", 6)),
    );

    expect(made.token.watchAsset?.options).to.include({
      symbol: "EURAU",
      decimals: 6,
    });
    expect(ids(made)).to.deep.equal([
      "broken token-symbol-differs",
      "broken token-decimals-differs",
    ]);
  });

  it("given a contract that could not be read, then it is unknown, although the config has values", () => {
    const made = tokenRequest(
      values(
        { symbol: "EURAU", decimals: 6 },
        { verdict: "unread", reason: "no answer" },
      ),
    );

    expect(ids(made)).to.deep.equal(["unknown token-read"]);
    expect(made.findings[0]?.message).to.contain("https://node.example");
    expect(made.token.source).to.equal("config");
    expect(made.token.watchAsset).not.to.equal(null);
  });

  it("given a contract that could not be read, and no values in the config, then the one finding is why", () => {
    const made = tokenRequest(
      values({}, { verdict: "unread", reason: "no answer" }),
    );

    expect(ids(made)).to.deep.equal(["unknown token-read"]);
    expect(made.token).to.include({ source: "unread", watchAsset: null });
  });

  it("given an address without a token, then there is no request, and it is broken", () => {
    const made = tokenRequest(
      values(
        { symbol: "EURAU", decimals: 6 },
        { verdict: "wrong", reason: "there is no token contract" },
      ),
    );

    expect(made.token.watchAsset).to.equal(null);
    expect(ids(made)).to.deep.equal(["broken token-contract"]);
  });

  it("given no address, then it is unknown, with what to set", () => {
    const made = tokenRequest(
      values({ address: undefined, symbol: "EURAU", decimals: 6 }),
    );

    expect(made.token.watchAsset).to.equal(null);
    expect(ids(made)).to.deep.equal(["unknown token-address"]);
    expect(made.findings[0]?.message).to.contain("tokens.euro.address");
    expect(made.findings[0]?.remedy).to.match(/^Set alpha\.networks\./);
  });

  for (const [title, symbol, decimals, rule] of [
    ["a symbol of 12 characters", "ABCDEFGHIJKL", 6, "token-symbol"],
    ["an empty symbol", "", 6, "token-symbol"],
    ["a symbol of spaces", "  ", 6, "token-symbol"],
    ["a symbol with a line break", "EUR\nAU", 6, "token-symbol"],
    ["a symbol that reads backwards", "\u202EUARUE", 6, "token-symbol"],
    ["37 decimals", "EURAU", 37, "token-decimals"],
    ["negative decimals", "EURAU", -1, "token-decimals"],
  ] as const) {
    it(`given a contract with ${title}, then there is no request, and ${rule} is broken`, () => {
      const made = tokenRequest(values({}, read(symbol, decimals)));

      expect(made.token.watchAsset).to.equal(null);
      expect(ids(made)).to.deep.equal([`broken ${rule}`]);
      expect(made.findings[0]?.message).to.match(/^[^\p{C}]*$/u);
    });
  }

  it("given a contract with a symbol without end, then the rule is broken, and the report has no more than its beginning", () => {
    const made = tokenRequest(values({}, read("x".repeat(1_000_000), 6)));

    expect(ids(made)).to.deep.equal(["broken token-symbol"]);
    expect(made.token.symbol).to.equal("x".repeat(200));
    expect(JSON.stringify(made)).to.have.length.below(1_000);
  });

  for (const [symbol, decimals] of [
    ["ABCDEFGHIJK", 0],
    ["<b>x</b>", 36],
    ["€", 18],
  ] as const) {
    it(`given the symbol ${symbol} and ${decimals} decimals, then wallets accept it as it is`, () => {
      const { token } = tokenRequest(values({}, read(symbol, decimals)));

      expect(token.watchAsset?.options).to.include({ symbol, decimals });
      expect(assetParameterProblem(token.watchAsset)).to.equal(undefined);
    });
  }
});
