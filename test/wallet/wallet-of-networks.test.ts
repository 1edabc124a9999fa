import { expect } from "chai";
import type { WalletReport } from "../../src/wallet/report.ts";
import { walletOfNetworks } from "../../src/wallet/wallet-of-networks.ts";
import { createAlphaHreOf } from "../support/alpha-hre.ts";
import {
  type Behaviour,
  startFaultyServer,
} from "../support/node-model/server.ts";
import {
  assetParameterProblem,
  chainParameterProblem,
} from "../tasks/wallet/strict-wallet.ts";
import { expectWalletReport } from "./wallet-schema.ts";

const EURO = "0x852381bB887d3Cf4AEB9e1E9De3eB033AF82fBeE";
const REVERTED = { error: { code: 3, message: "execution reverted" } };
const OFFLINE = { online: false, reveal: false };
const ONLINE = { online: true, reveal: false };

function selected(names: readonly string[], sandbox = false) {
  return { names, globalNetwork: undefined, sandbox };
}

/** A report that its schema and a strict wallet agree with. */
function checked(report: WalletReport): WalletReport {
  expectWalletReport(JSON.stringify(report));
  for (const { addEthereumChain, tokens } of report.networks) {
    if (addEthereumChain !== null) {
      expect(chainParameterProblem([addEthereumChain])).to.equal(undefined);
    }
    for (const { watchAsset } of tokens) {
      if (watchAsset !== null) {
        expect(assetParameterProblem(watchAsset)).to.equal(undefined);
      }
    }
  }
  return report;
}

const ids = ({ networks }: WalletReport) =>
  networks.flatMap(({ findings }) =>
    findings.map(({ verdict, rule, path }) => `${verdict} ${rule} ${path}`),
  );

/** Asks devnet's sandbox through an HTTP server that may misbehave. */
async function askDevnet(
  behaviour: Behaviour | undefined,
  tokens: object = {},
): Promise<WalletReport> {
  const { network } = await createAlphaHreOf({});
  const connection = await network.create("devnetSandbox");
  const server = await startFaultyServer({
    ask: async (method, params) =>
      await connection.provider
        .request({ method, params: [...params] })
        .catch(() => REVERTED),
    ...(behaviour === undefined ? {} : { behaviour }),
  });
  try {
    const hre = await createAlphaHreOf({
      networks: {
        devnet: {
          url: `${server.url}/key/0123456789abcdef0123456789abcdef`,
          startBlock: 0,
          hardhat: { timeout: 3_000 },
          tokens,
        },
      },
    });
    return checked(await walletOfNetworks(hre, selected(["devnet"]), ONLINE));
  } finally {
    await server.close();
    await connection.close();
  }
}

describe("what a wallet is asked for networks", function () {
  this.timeout(30_000);

  it("given the preset and no node to ask, then networks can be added and their Alpha tokens imported, and what the euro tokens lack is unknown", async () => {
    const hre = await createAlphaHreOf({});

    const report = checked(await walletOfNetworks(hre, selected([]), OFFLINE));

    expect(report.outcome).to.equal("unknown");
    expect(
      report.networks.map(({ addEthereumChain }) => addEthereumChain?.chainId),
    ).to.deep.equal(["0x7ec8", "0x7ec9", "0x64"]);
    expect(
      report.networks.map(
        ({ addEthereumChain }) => addEthereumChain?.nativeCurrency.symbol,
      ),
    ).to.deep.equal(["EURAU", "EURAU", "GX"]);
    expect(new Set(ids(report))).to.have.all.keys(
      "unknown token-symbol tokens.euro.symbol",
      "unknown token-decimals tokens.euro.decimals",
    );
    for (const { tokens } of report.networks) {
      const alpha = tokens.find(({ kind }) => kind === "alpha");
      expect(alpha?.source).to.equal("config");
      expect(alpha?.watchAsset?.options).to.deep.equal({
        address: alpha?.address,
        symbol: "OCEAN",
        decimals: 18,
      });
    }
  });

  it("given configured symbols and decimals, then all is ok without a node, and a note says that nothing was compared", async () => {
    const hre = await createAlphaHreOf({
      networks: {
        devnet: {
          tokens: {
            euro: { symbol: "EURAU", decimals: 6 },
            alpha: { decimals: 18 },
          },
        },
      },
    });

    const report = checked(
      await walletOfNetworks(hre, selected(["devnet"]), OFFLINE),
    );

    expect(report.outcome).to.equal("ok");
    expect(
      report.networks[0]?.tokens.map(({ source }) => source),
    ).to.deep.equal(["config", "config"]);
    expect(report.networks[0]?.notes.join()).to.contain("--online");
  });

  it("given the sandboxes, then all tokens are read from them, and a note says so", async () => {
    const hre = await createAlphaHreOf({});

    const report = checked(
      await walletOfNetworks(hre, selected([], true), OFFLINE),
    );

    expect(report.outcome).to.equal("ok");
    for (const { endpoint, tokens, notes } of report.networks) {
      expect(endpoint).to.equal("in-process");
      expect(tokens.map(({ source }) => source)).to.deep.equal([
        "sandbox",
        "sandbox",
      ]);
      expect(notes.join()).to.contain("read from the sandbox");
    }
  });

  it("given the third network, then its collision is told, and never another symbol sent", async () => {
    const hre = await createAlphaHreOf({});
    const [third] = (await walletOfNetworks(hre, selected(["third"]), OFFLINE))
      .networks;

    expect(third?.chainsWithSameId).to.deep.equal(["Gnosis Chain"]);
    expect(third?.notes.join()).to.contain("Gnosis Chain");
    expect(JSON.stringify(third)).not.to.match(/xdai/i);
  });

  it("given Gnosis Chain's symbol on chain id 100, then it is refused", async () => {
    const hre = await createAlphaHreOf({
      networks: { third: { feeToken: { symbol: "xDAI" } } },
    });
    const report = checked(
      await walletOfNetworks(hre, selected(["third"]), OFFLINE),
    );

    expect(report.outcome).to.equal("failed");
    expect(report.networks[0]?.addEthereumChain).to.equal(null);
    expect(ids(report)[0]).to.equal(
      "broken fee-token-other-chain feeToken.symbol",
    );
  });

  it("given no preset, then everything unset is unknown, with what to set", async () => {
    const hre = await createAlphaHreOf({ preset: false });
    const report = checked(
      await walletOfNetworks(hre, selected(["devnet"]), OFFLINE),
    );

    expect(report.outcome).to.equal("unknown");
    expect(ids(report)).to.include.members([
      "unknown chain-name displayName",
      "unknown fee-token-symbol feeToken.symbol",
      "unknown node-url portal.nodeUri",
      "unknown token-address tokens.euro.address",
      "unknown token-address tokens.alpha.address",
    ]);
  });

  it("given a node URL with a key, then it is in nothing, unless it is to be revealed", async () => {
    const key = "0123456789abcdef0123456789abcdef";
    const hre = await createAlphaHreOf({
      networks: {
        devnet: { portal: { nodeUri: `https://node.example/v3/${key}` } },
      },
    });

    const hidden = checked(
      await walletOfNetworks(hre, selected(["devnet"]), OFFLINE),
    );
    const revealed = await walletOfNetworks(hre, selected(["devnet"]), {
      online: false,
      reveal: true,
    });

    expect(JSON.stringify(hidden)).not.to.contain(key);
    expect(hidden.networks[0]?.addEthereumChain).to.equal(null);
    expect(ids(hidden)[0]).to.equal("unknown node-url portal.nodeUri");
    expect(revealed.networks[0]?.addEthereumChain?.rpcUrls).to.deep.equal([
      `https://node.example/v3/${key}`,
    ]);
  });

  it("given a node, then tokens are read from it, and its URL's key is nowhere", async () => {
    const report = await askDevnet(undefined);

    expect(report.outcome).to.equal("ok");
    expect(report.networks[0]?.endpoint).to.match(
      /^http:\/\/127\.0\.0\.1:\d+$/,
    );
    expect(report.networks[0]?.tokens[0]).to.include({
      symbol: "EURAU",
      decimals: 6,
      source: "node",
    });
    expect(JSON.stringify(report)).not.to.contain("0123456789abcdef");
  });

  it("given other values in the config than in the contract, then each difference is broken, and the contract's values are sent", async () => {
    const report = await askDevnet(undefined, {
      euro: { symbol: "EUROe", decimals: 18 },
    });

    expect(report.outcome).to.equal("failed");
    expect(ids(report)).to.deep.equal([
      "broken token-symbol-differs tokens.euro.symbol",
      "broken token-decimals-differs tokens.euro.decimals",
    ]);
    expect(report.networks[0]?.tokens[0]?.watchAsset?.options).to.deep.equal({
      address: EURO,
      symbol: "EURAU",
      decimals: 6,
    });
  });

  it("given an address at which there is no contract, then it is broken only as far as it is proven", async () => {
    const report = await askDevnet(undefined, {
      euro: { address: `0x${"12".repeat(20)}` },
    });

    const [first] = report.networks[0]?.findings ?? [];
    expect(first).to.include({ rule: "token-contract", verdict: "broken" });
    expect(report.networks[0]?.tokens[0]?.watchAsset).to.equal(null);
    expect(report.networks[0]?.tokens[1]?.watchAsset).not.to.equal(null);
  });

  it("given a contract that is no token, then it is broken", async () => {
    const report = await askDevnet(undefined, {
      euro: { address: "0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a" },
    });

    expect(ids(report)[0]).to.equal("broken token-contract tokens.euro");
  });

  const MISBEHAVING: readonly (readonly [string, Behaviour])[] = [
    [
      "answers markup",
      ({ response }) => response.end("<h1>Bad gateway</h1>\u001B[31m"),
    ],
    [
      "refuses every call",
      ({ json, id }) =>
        json({
          jsonrpc: "2.0",
          id,
          error: { code: -32000, message: "<script>alert(1)</script>\n::x::" },
        }),
    ],
    ["closes the connection", ({ response }) => response.destroy()],
  ];
  for (const [title, behaviour] of MISBEHAVING) {
    it(`given a node that ${title}, then tokens are unread, never missing, and its words are bounded text`, async () => {
      const report = await askDevnet(behaviour, {
        euro: { symbol: "EURAU", decimals: 6 },
        alpha: { decimals: 18 },
      });

      expect(report.outcome).to.equal("unknown");
      expect(ids(report)).to.deep.equal([
        "unknown token-read tokens.euro",
        "unknown token-read tokens.alpha",
      ]);
      for (const { message } of report.networks[0]?.findings ?? []) {
        expect(message).to.match(/^[^\p{C}]{1,1000}$/u);
        expect(message).not.to.contain("::x::");
      }
      expect(report.networks[0]?.addEthereumChain).not.to.equal(null);
    });
  }

  it("given a node of another chain, then that is broken, and the tokens are unread", async () => {
    const report = await askDevnet((exchange) => {
      exchange.json(
        exchange.method === "eth_chainId"
          ? { jsonrpc: "2.0", id: exchange.id, result: "0x1" }
          : exchange.honest(),
      );
    });

    expect(report.outcome).to.equal("failed");
    expect(ids(report)).to.include("broken node-chain url");
    expect(ids(report)).to.include("unknown token-read tokens.euro");
    // The wallet will use the portal's node, which was not asked.
    expect(report.networks[0]?.addEthereumChain).not.to.equal(null);
  });

  it("given a node of another chain that the wallet would use, then there is no request to add it", async () => {
    const server = await startFaultyServer({
      ask: async () => null,
      behaviour: (exchange) =>
        exchange.json({ jsonrpc: "2.0", id: exchange.id, result: "0x1" }),
    });
    try {
      for (const url of [server.url, `${server.url}/`]) {
        const hre = await createAlphaHreOf({
          networks: { devnet: { url, portal: { nodeUri: server.url } } },
        });
        const report = checked(
          await walletOfNetworks(hre, selected(["devnet"]), ONLINE),
        );

        expect(ids(report)).to.include("broken node-chain url");
        expect(report.networks[0]?.nodeUri).to.equal(server.url);
        expect(report.networks[0]?.addEthereumChain).to.equal(null);
      }
    } finally {
      await server.close();
    }
  });

  it("given a network without a URL, then its tokens are unread, and the others are not held up", async () => {
    const hre = await createAlphaHreOf({
      preset: false,
      networks: { devnet: { tokens: { euro: { address: EURO } } } },
    });
    const report = checked(
      await walletOfNetworks(hre, selected(["devnet"]), ONLINE),
    );

    expect(report.outcome).to.equal("unknown");
    expect(ids(report)).to.include("unknown token-read tokens.euro");
    expect(report.networks[0]?.endpoint).to.equal(null);
  });
});
