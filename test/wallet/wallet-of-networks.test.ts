import { expect } from "chai";
import { configVariable } from "hardhat/config";
import type { WalletReport } from "../../src/wallet/report.ts";
import { walletOfNetworks } from "../../src/wallet/wallet-of-networks.ts";
import { createAlphaHreOf } from "../support/alpha-hre.ts";
import {
  type Behaviour,
  startFaultyServer,
} from "../support/node-model/server.ts";
import { expectValidReport } from "../support/schema.ts";
import {
  assetParameterProblem,
  chainParameterProblem,
} from "../tasks/wallet/strict-wallet.ts";

const EURO = "0x852381bB887d3Cf4AEB9e1E9De3eB033AF82fBeE";
const ROUTER = "0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a";
const REVERTED = { error: { code: 3, message: "execution reverted" } };
const NO_BLOCK = { error: { code: -32000, message: "header not found" } };
const KEY = "0123456789abcdef0123456789abcdef";

interface Asked {
  readonly names?: readonly string[];
  readonly sandbox?: boolean;
  readonly online?: boolean;
  readonly reveal?: boolean;
}

/** The report on networks of a project, by default on devnet without a node. */
async function walletOf(
  alpha: object,
  {
    names = ["devnet"],
    sandbox = false,
    online = false,
    reveal = false,
  }: Asked = {},
): Promise<WalletReport> {
  return checked(
    await walletOfNetworks(
      await createAlphaHreOf(alpha),
      { names, globalNetwork: undefined, sandbox },
      { online, reveal },
    ),
  );
}

/** A report that its schema and a strict wallet agree with. */
function checked(report: WalletReport): WalletReport {
  expectValidReport("wallet", JSON.stringify(report));
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
        .catch((error) =>
          /revert/i.test(String(error)) ? REVERTED : NO_BLOCK,
        ),
    ...(behaviour === undefined ? {} : { behaviour }),
  });
  try {
    const devnet = {
      url: `${server.url}/key/${KEY}`,
      startBlock: 0,
      hardhat: { timeout: 3_000 },
      tokens,
    };
    return await walletOf({ networks: { devnet } }, { online: true });
  } finally {
    await server.close();
    await connection.close();
  }
}

describe("what a wallet is asked for networks", function () {
  this.timeout(60_000);

  it("given a network of the project's own without payment tokens, then its report has none, and is valid", async () => {
    const registry = { Alpha: null };
    const mine = { like: "testnet", chainId: 7, registry };
    const { networks } = await walletOf(
      { networks: { mine } },
      { names: ["mine"] },
    );

    expect(networks[0]?.tokens).to.deep.equal([]);
  });

  it("given the preset and no node to ask, then networks can be added and their Alpha tokens imported, and what the euro tokens lack is unknown", async () => {
    const report = await walletOf({}, { names: [] });

    expect(report.outcome).to.equal("unknown");
    expect(
      report.networks.map(({ addEthereumChain }) => [
        addEthereumChain?.chainId,
        addEthereumChain?.nativeCurrency.symbol,
      ]),
    ).to.deep.equal([
      ["0x7ec8", "EURAU"],
      ["0x7ec9", "EURAU"],
      ["0x64", "GX"],
    ]);
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

  it("given the sandboxes, then all tokens are read from them, and a note says so", async () => {
    const report = await walletOf({}, { names: [], sandbox: true });

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

  it("given a served sandbox and an Alpha token configured unlike its contract, then nothing differs", async () => {
    const alpha = { symbol: "A", decimals: 6 };
    const { networks } = await askDevnet(undefined, { alpha });

    expect(networks[0]?.findings).to.deep.equal([]);
    expect(networks[0]?.tokens[1]).to.include({
      symbol: "OCEAN",
      source: "sandbox",
    });
  });

  it("given the third network, then its collision is told, and never another symbol sent", async () => {
    const [third] = (await walletOf({}, { names: ["third"] })).networks;

    expect(third?.chainsWithSameId).to.deep.equal(["Gnosis Chain"]);
    expect(third?.notes.join()).to.contain("Gnosis Chain");
    expect(JSON.stringify(third)).not.to.match(/xdai/i);
  });

  it("given a node URL with a key, then it is in nothing, unless it is to be revealed", async () => {
    const nodeUri = `https://node.example/v3/${KEY}`;
    const alpha = { networks: { devnet: { portal: { nodeUri } } } };

    const hidden = await walletOf(alpha);
    const revealed = await walletOf(alpha, { reveal: true });

    expect(JSON.stringify(hidden)).not.to.contain(KEY);
    expect(hidden.networks[0]?.addEthereumChain).to.equal(null);
    expect(ids(hidden)[0]).to.equal("unknown node-url portal.nodeUri");
    expect(revealed.networks[0]?.addEthereumChain?.rpcUrls).to.deep.equal([
      nodeUri,
    ]);
  });

  it("given variables without a value, then they are named, and only that of the node is in the way of a request", async () => {
    const missing = configVariable("MISSING_WALLET_URL");
    const withPortal = (portal: object) => ({
      networks: { devnet: { portal } },
    });
    const services = { providerUri: missing, explorerUri: missing };
    const { networks } = await walletOf(withPortal(services));
    const node = await walletOf(withPortal({ nodeUri: missing }), {
      reveal: true,
    });

    const { rpcUrls, ...request } = networks[0]?.addEthereumChain ?? {};
    expect(rpcUrls).to.have.length(1);
    expect(request).not.to.have.property("blockExplorerUrls");
    expect(networks[0]?.notes.join()).to.contain("MISSING_WALLET_URL");
    expect(node.outcome).to.equal("unknown");
    expect(ids(node)[0]).to.equal("unknown node-url portal.nodeUri");
    expect(node.networks[0]?.findings[0]?.message).to.match(
      /^portal\.nodeUri of devnet is unknown: .*MISSING_WALLET_URL/,
    );
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
    expect(JSON.stringify(report)).not.to.contain(KEY);
  });

  for (const [title, address] of [
    ["at which there is no contract", `0x${"12".repeat(20)}`],
    ["of a contract that is no token", ROUTER],
  ] as const) {
    it(`given an address ${title}, then it is broken only as far as it is proven`, async () => {
      const report = await askDevnet(undefined, { euro: { address } });

      expect(ids(report)[0]).to.equal("broken token-contract tokens.euro");
      expect(report.networks[0]?.tokens[0]?.watchAsset).to.equal(null);
      expect(report.networks[0]?.tokens[1]?.watchAsset).not.to.equal(null);
    });
  }

  it("given a node that refuses every call, then tokens are unread, never missing, and its words are bounded text", async () => {
    const message = "<script>alert(1)</script>\u001B[31m\n::x::";
    const report = await askDevnet(
      ({ json, id }) =>
        json({ jsonrpc: "2.0", id, error: { code: -32000, message } }),
      { euro: { symbol: "EURAU", decimals: 6 }, alpha: { decimals: 18 } },
    );

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

  it("given a node of another chain that the wallet would use, then there is no request to add it", async () => {
    const server = await startFaultyServer({
      ask: async () => null,
      behaviour: (exchange) =>
        exchange.json({ jsonrpc: "2.0", id: exchange.id, result: "0x1" }),
    });
    try {
      for (const url of [server.url, `${server.url}/`]) {
        const devnet = { url, portal: { nodeUri: server.url } };
        const report = await walletOf(
          { networks: { devnet } },
          { online: true },
        );

        expect(ids(report)).to.include("broken node-chain url");
        expect(report.networks[0]?.nodeUri).to.equal(server.url);
        expect(report.networks[0]?.addEthereumChain).to.equal(null);
      }
      // The wallet uses the portal's node, which was not asked.
      const { url } = server;
      const { networks } = await walletOf(
        { networks: { devnet: { url } } },
        { online: true },
      );
      expect(networks[0]?.addEthereumChain).not.to.equal(null);
    } finally {
      await server.close();
    }
  });

  it("given a network without a URL, then its tokens are unread, and the others are not held up", async () => {
    const devnet = { tokens: { euro: { address: EURO } } };
    const report = await walletOf(
      { preset: false, networks: { devnet } },
      { online: true },
    );

    expect(report.outcome).to.equal("unknown");
    expect(ids(report)).to.include("unknown token-read tokens.euro");
    expect(report.networks[0]?.endpoint).to.equal(null);
  });
});
