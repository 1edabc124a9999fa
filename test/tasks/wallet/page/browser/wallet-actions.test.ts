import { expect } from "chai";
import { NETWORK_DEFINITIONS } from "../../../../../src/networks/definitions.ts";
import { walletOf } from "../../../../../tasks/wallet/page/browser/ask-wallet.ts";
import {
  addNetwork,
  importToken,
} from "../../../../../tasks/wallet/page/browser/wallet-actions.ts";
import type { PageNetwork } from "../../../../../tasks/wallet/page/page-data.ts";
import { servedPage, serveNetworks } from "../../served-networks.ts";
import {
  createStrictWallet,
  type StrictWallet,
  type StrictWalletOptions,
} from "../../strict-wallet.ts";

const DEVNET = "0x7ec8";
const THIRD = "0x64";
const GNOSIS_BLOCK_0 = {
  number: "0x0",
  timestamp: "0x0",
  hash: NETWORK_DEFINITIONS.third.chainsWithSameId[0].genesisHash,
};
const NOT_IMPORTED =
  "Your wallet is on another network (chain ID 1), not on Pontus-X Devnet. The token was not imported.";

describe("what the wallet page asks of a wallet", function () {
  this.timeout(60_000);

  let urls: readonly string[] = [];
  let networks: readonly PageNetwork[] = [];
  let close = async () => {};

  before(async () => {
    ({ urls, close } = await serveNetworks());
    networks = await servedPage(urls);
  });

  after(() => close());

  type Request = StrictWallet["request"];

  /** Adds a network, or imports its euro token, and returns what the page says. */
  async function act(
    name: string,
    request: Request,
    change: Partial<PageNetwork> = {},
  ): Promise<string> {
    const isImport = name.startsWith("import");
    const found = networks.find((one) => name.endsWith(one.name));
    const token = found?.tokens[0];
    if (found === undefined || token === undefined) {
      throw new Error(`there is no ${name}`);
    }
    const provider = {
      request: async (asked: { method: string; params?: unknown }) => {
        const answer = await request(asked.method, asked.params);
        if ("error" in answer) {
          throw answer.error;
        }
        return answer.result;
      },
    };
    const wallet = walletOf("Strict", provider);
    const network = { ...found, ...change };
    const { text } = isImport
      ? await importToken(wallet, network, token)
      : await addNetwork(wallet, network);
    return text;
  }

  const methodsOf = ({ requests }: StrictWallet) =>
    requests.map(({ method }) => method);
  const withDevnet = (more: StrictWalletOptions = {}) =>
    createStrictWallet({
      chains: { [DEVNET]: { symbol: "EURAU", url: urls[0] ?? "" } },
      ...more,
    });
  const with100 = (symbol: string, more: StrictWalletOptions = {}) =>
    createStrictWallet({
      chains: { [THIRD]: { symbol, url: urls[1] ?? "" } },
      current: THIRD,
      ...more,
    });
  /** A wallet of which some requests are answered otherwise. */
  const answering =
    (wallet: StrictWallet, method: string, result: unknown): Request =>
    async (asked, params) =>
      asked === method ? { result } : await wallet.request(asked, params);

  it("given a wallet that has the network, when it is added again, then the user is not asked", async () => {
    const wallet = withDevnet();

    expect(await act("add Pontus-X Devnet", wallet.request)).to.equal(
      "Strict already has Pontus-X Devnet and now uses it.",
    );
    expect(methodsOf(wallet)).not.to.include("wallet_addEthereumChain");
  });

  it("given a wallet without the network, when a token is imported, then it is not", async () => {
    const wallet = createStrictWallet();

    expect(await act("import Pontus-X Devnet", wallet.request)).to.equal(
      "Strict does not have Pontus-X Devnet yet. Add the network first.",
    );
    expect(methodsOf(wallet)).not.to.include("wallet_watchAsset");
  });

  for (const [title, method, result, said] of [
    [
      "that does not switch although it says so",
      "wallet_switchEthereumChain",
      null,
      NOT_IMPORTED,
    ],
    [
      "that does not tell its chain",
      "eth_chainId",
      null,
      "Your wallet did not report which network it is on. The token was not imported.",
    ],
    [
      "that answers null to an import",
      "wallet_watchAsset",
      null,
      "Strict did not confirm that it imported EURAU. Check in the wallet.",
    ],
  ] as const) {
    it(`given a wallet ${title}, then no token is said to be imported`, async () => {
      const request = answering(withDevnet(), method, result);

      expect(await act("import Pontus-X Devnet", request)).to.equal(said);
    });
  }

  it("given a wallet that goes to another chain while a token is imported, then the network is not said to have it", async () => {
    const wallet = withDevnet();

    expect(
      await act("import Pontus-X Devnet", async (method, params) => {
        const answer = await wallet.request(method, params);
        if (method === "wallet_watchAsset") {
          const chain = [{ chainId: "0x1" }];
          await wallet.request("wallet_switchEthereumChain", chain);
        }
        return answer;
      }),
    ).to.equal(
      "Strict imported EURAU, but maybe not on Pontus-X Devnet. Check in the wallet. Your wallet is on another network (chain ID 1), not on Pontus-X Devnet.",
    );
  });

  it("given a pinned block 0 that the wallet's network does not have, then no token is imported", async () => {
    const wallet = withDevnet();
    const genesisHash = `0x${"ab".repeat(32)}`;
    const chain = { chainId: 32456, chainsWithSameId: [], genesisHash };

    expect(
      await act("import Pontus-X Devnet", wallet.request, { chain }),
    ).to.match(
      /with the same chain ID, not on Pontus-X Devnet\..*not imported/,
    );
    expect(wallet.tokens).to.deep.equal([]);
  });

  for (const [code, wanted] of [
    [4001, /^You rejected the request in the wallet\. Nothing was added\.$/],
    [4200, /does not support this.*reports: no/],
    [-32002, /already has such a request open\. Answer it in the wallet\.$/],
    [-32602, /rejected these values.*reports: no/],
    [-32603, /an error \(-32603\).*reports: no/],
  ] as const) {
    it(`given a wallet's error ${code}, then the page says what that means, for a network and a token`, async () => {
      const error = { code, message: "no" };
      const wallet = withDevnet({
        chains: {},
        errors: { wallet_addEthereumChain: error },
      });
      const other = withDevnet({ errors: { wallet_watchAsset: error } });

      expect(await act("add Pontus-X Devnet", wallet.request)).to.match(wanted);
      expect(await act("import Pontus-X Devnet", other.request)).to.match(
        wanted,
      );
    });
  }

  for (const [title, thrown, said] of [
    ["an object without a prototype", Object.create(null), "an error."],
    ["no text", { code: 4001, message: { toString: null } }, "You rejected"],
  ] as const) {
    it(`given a wallet that throws ${title}, then the page says so, and does not throw`, async () => {
      expect(
        await act("import Pontus-X Devnet", () => Promise.reject(thrown)),
      ).to.contain(said);
    });
  }

  it("given chain id 100, then a wallet without Gnosis Chain takes network and tokens, twice", async () => {
    const wallet = createStrictWallet();

    for (const said of [
      await act("add GEN-X", wallet.request),
      await act("add GEN-X", wallet.request),
    ]) {
      expect(said).to.equal("Strict now has GEN-X and uses it.");
    }
    expect(await act("import GEN-X", wallet.request)).to.equal(
      "Strict now shows EUROe.",
    );
    expect(wallet.chains.get(THIRD)?.symbol).to.equal("GX");
  });

  it("given a wallet that has Gnosis Chain, when the third network is added, then it refuses, the page says why, and no request has Gnosis Chain's symbol", async () => {
    const wallet = with100("XDAI");
    const request = answering(wallet, "eth_getBlockByNumber", GNOSIS_BLOCK_0);

    expect(await act("add GEN-X", request)).to.match(
      /another network with chain ID 100, probably Gnosis Chain.*Remove/,
    );
    expect(wallet.chains.get(THIRD)?.symbol).to.equal("XDAI");
    expect(await act("import GEN-X", request)).to.match(
      /is on Gnosis Chain, not on GEN-X.*not imported/,
    );
    expect(JSON.stringify(wallet.requests)).not.to.match(/xdai/i);
    expect(wallet.tokens).to.deep.equal([]);
  });

  it("given a wallet whose chain 100 cannot be told, then no token is imported", async () => {
    const error = { code: -32603, message: "no" };
    const wallet = with100("GX", { errors: { eth_getBlockByNumber: error } });

    expect(await act("import GEN-X", wallet.request)).to.match(
      /Could not determine.*not imported/,
    );
    expect(wallet.tokens).to.deep.equal([]);
  });
});
