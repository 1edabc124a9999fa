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

function read(symbol: string, decimals: number) {
  return { verdict: "read", source: "node", symbol, decimals } as const;
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

  const CONFIGURED = { symbol: "EURAU", decimals: 6 };
  const UNREAD = { verdict: "unread", reason: "no answer" } as const;
  for (const [title, token, reading, source, options, expected] of [
    [
      "only the config's values",
      CONFIGURED,
      undefined,
      "config",
      CONFIGURED,
      [],
    ],
    [
      "no values",
      {},
      undefined,
      "unread",
      undefined,
      ["unknown token-symbol", "unknown token-decimals"],
    ],
    [
      "a contract that differs from the config",
      { symbol: "EUROe", decimals: 18 },
      read("EURAU", 6),
      "node",
      CONFIGURED,
      ["broken token-symbol-differs", "broken token-decimals-differs"],
    ],
    [
      "a sandbox's contract that differs from the config, as the Alpha token may",
      { symbol: "EUROe", decimals: 18 },
      { ...read("EURAU", 6), source: "sandbox" },
      "sandbox",
      CONFIGURED,
      [],
    ],
    [
      "a contract that could not be read",
      CONFIGURED,
      UNREAD,
      "config",
      CONFIGURED,
      ["unknown token-read"],
    ],
    [
      "an address without a token",
      CONFIGURED,
      { verdict: "wrong", reason: "there is no token contract" },
      "config",
      undefined,
      ["broken token-contract"],
    ],
    [
      "no address",
      { ...CONFIGURED, address: undefined },
      undefined,
      "config",
      undefined,
      ["unknown token-address"],
    ],
  ] as const) {
    it(`given ${title}, then ${expected.join(" and ") || "nothing"} is found, and ${options === undefined ? "there is no request" : "the request has the values of the contract, if it was read"}`, () => {
      const made = tokenRequest(values(token, reading));

      expect(ids(made)).to.deep.equal(expected);
      expect(made.token.source).to.equal(source);
      expect(made.token.watchAsset?.options).to.deep.equal(
        options && { address: ADDRESS, ...options },
      );
    });
  }

  it("given what is unknown, then the finding says where it was asked, or what to set", () => {
    const [symbol, unread, address] = [
      tokenRequest(values({})),
      tokenRequest(values({}, UNREAD)),
      tokenRequest(values({ ...CONFIGURED, address: undefined })),
    ].map(({ findings }) => findings[0]);

    expect(symbol?.remedy).to.contain("--online");
    expect(unread?.message).to.contain("https://node.example");
    expect(address?.message).to.contain("tokens.euro.address");
    expect(address?.remedy).to.match(/^Set alpha\.networks\./);
  });

  for (const [title, symbol, decimals, rule] of [
    ["a symbol of 12 characters", "ABCDEFGHIJKL", 6, "token-symbol"],
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
