import { expect } from "chai";
import type { HardhatUserConfig } from "hardhat/types/config";

import type { AlphaNetworkUserConfig } from "../../../src/config/user-config.ts";
import { createGuard } from "../../../src/hardhat/guard/create-guard.ts";
import type { AlphaNetworkName } from "../../../src/networks/definitions.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import {
  type ChainNode,
  type ChainNodeOptions,
  GNOSIS_GENESIS,
  OTHER_GENESIS,
  startChainNode,
} from "../../support/chain-node.ts";
import { errorOf, pluginMessageOf } from "../../support/rejection-of.ts";
import { SENDER, SENDER_KEY, TRANSACTION } from "./transaction.ts";

const SECRET = "a-key-that-nobody-shall-see";
type Request = (
  method?: string,
  params?: readonly unknown[],
) => Promise<unknown>;

interface Case {
  readonly node?: ChainNodeOptions;
  readonly network?: AlphaNetworkName;
  readonly settings?: AlphaNetworkUserConfig<AlphaNetworkName>;
  readonly config?: (url: string) => HardhatUserConfig;
  readonly hardhatNetwork?: string;
}

/** A connection to a node that is closed when the test has ended. */
async function withNode(
  { node, network = "third", settings, config, hardhatNetwork }: Case,
  test: (request: Request, node: ChainNode) => Promise<void>,
): Promise<void> {
  const server = await startChainNode(node);
  try {
    const url = `${server.url}/v1/${SECRET}`;
    const hre = await createAlphaHre(
      config?.(url) ?? {
        alpha: {
          networks: {
            [network]: {
              url,
              ...settings,
              hardhat: {
                accounts: "remote",
                timeout: 2_000,
                ...settings?.hardhat,
              },
            },
          },
        },
      },
    );
    const connection = await hre.network.create(hardhatNetwork ?? network);
    await test(
      (method = "eth_sendTransaction", params = [TRANSACTION]) =>
        connection.provider.request({ method, params: [...params] }),
      server,
    );
    await connection.close();
  } finally {
    await server.close();
  }
}

const isSending = (method: string) => /send|sign/i.test(method);
/** Only the guard sends these. */
const codeRequests = ({ methods }: ChainNode) =>
  methods.filter((method) => method === "eth_getCode");
const batches = ({ requests }: ChainNode) =>
  requests.filter((methods) => methods.length > 1);

describe("the guard of the third network", () => {
  it("given a node of Gnosis, refuses, explains replay, and says what to do, without the URL's secret", async () => {
    await withNode(
      { node: { genesis: GNOSIS_GENESIS } },
      async (send, node) => {
        const message = await pluginMessageOf(() => send());

        expect(message).to.include(
          'The transaction on "third" was not sent, and not signed by Hardhat or the node',
        );
        expect(message).to.include(node.url);
        expect(message).to.include("it serves Gnosis Chain");
        expect(message).to.include("same account and nonce");
        expect(message).to.include("replay");
        expect(message).to.include("ALPHA_THIRD_RPC_URL");
        expect(message).to.include("alpha.networks.third.guard: false");
        expect(message).not.to.include(SECRET);
        expect(node.methods.filter(isSending)).to.deep.equal([]);
      },
    );
  });

  for (const method of [
    "eth_sendRawTransaction",
    "eth_sendRawTransactionSync",
    "eth_sendTransactionSync",
    "eth_signTransaction",
    "wallet_sendTransaction",
    "wallet_sendCalls",
    "personal_sendTransaction",
    "eth_signTypedData_v4",
    "eth_broadcastRawTransaction",
    "txpool_addTransaction",
    "blxr_tx",
  ]) {
    it(`given ${method} at a node of Gnosis, refuses it too`, async () => {
      await withNode(
        { node: { genesis: GNOSIS_GENESIS } },
        async (send, node) => {
          const message = await pluginMessageOf(() => send(method, ["0x22"]));

          // A raw transaction may be signed already: the message must not deny it.
          expect(message).to.include("not signed by Hardhat or the node");
          expect(node.methods).not.to.include(method);
        },
      );
    });
  }

  it("given a transaction that Hardhat would sign, is before the signature", async () => {
    await withNode(
      {
        node: { genesis: GNOSIS_GENESIS },
        settings: { hardhat: { accounts: [SENDER_KEY] } },
      },
      async (send, node) => {
        await pluginMessageOf(() => send());

        expect(node.methods.filter(isSending)).to.deep.equal([]);
      },
    );
  });

  it("given what only reads, asks nothing", async () => {
    await withNode(
      { node: { genesis: GNOSIS_GENESIS } },
      async (send, node) => {
        await send("eth_getBalance", [SENDER, "latest"]);
        await send("eth_call", [TRANSACTION, "latest"]);

        expect(codeRequests(node)).to.deep.equal([]);
      },
    );
  });

  it("given the right node, asks four times which chain it is, for however many transactions at once and after", async () => {
    const counted = async (guard: boolean) => {
      let asked: readonly string[] = [];
      await withNode({ settings: { guard } }, async (send, node) => {
        // The check of the chain id, which Hardhat would repeat for each of them.
        await send("eth_blockNumber", []);
        await Promise.all([send(), send(), send()]);
        await send();
        expect(node.methods.filter(isSending)).to.have.length(4);
        expect(batches(node)).to.deep.equal([]);
        asked = node.methods.slice(2).filter((method) => !isSending(method));
      });
      return asked;
    };

    expect(await counted(false)).to.deep.equal([]);
    const asked = await counted(true);
    // One by one first, then all at the same time.
    const once = ["eth_chainId", "eth_getBlockByNumber", "eth_getCode"];
    expect(asked.slice(0, 3)).to.deep.equal(once);
    const again = ["eth_getBlockByNumber", "eth_getCode"];
    expect(asked.slice(3)).to.have.members([...again, ...again, ...again]);
  });

  for (const network of ["devnet", "testnet"] as const) {
    it(`given ${network}, asks nothing at all`, async () => {
      const chainId = network === "devnet" ? 32456 : 32457;
      await withNode({ node: { chainId }, network }, async (send, node) => {
        await send();

        expect(new Set(node.methods)).to.deep.equal(
          new Set(["eth_chainId", "eth_sendTransaction"]),
        );
      });
    });
  }

  for (const [title, node, expected] of [
    [
      "a node without the router",
      { code: "0x" },
      /no contract at 0x7A3C9F07.*registry\.Router/,
    ],
    [
      "a router's address that is an account",
      { code: `0xef0100${"11".repeat(20)}` },
      /no contract at/,
    ],
    ["a node without block 0", { genesis: null }, /block 0 could not be read/],
    [
      "a node that gives another block for block 0",
      {
        answer: (method: string, [number]: readonly unknown[]) =>
          method === "eth_getBlockByNumber" && number === "0x0"
            ? { number: "0x5", hash: OTHER_GENESIS, timestamp: "0x1" }
            : undefined,
      },
      /returned block 5 instead/,
    ],
    [
      "a node of another chain id",
      { chainId: 32456 },
      /serves chain id 32456, not 100/,
    ],
    [
      "code that is no data",
      { code: "0x0g" },
      /router at 0x7A3C.* could not be read/,
    ],
  ] as const) {
    it(`given ${title}, refuses and says what is not confirmed`, async () => {
      await withNode({ node }, async (send, server) => {
        const message = await pluginMessageOf(() => send());

        expect(message).to.match(expected);
        expect(message).to.include("guard: false");
        expect(server.methods.filter(isSending)).to.deep.equal([]);
      });
    });
  }

  it("given a node that answers for block 0 only the second time, lets pass", async () => {
    const answer = (method: string, _: readonly unknown[], nth: number) =>
      method === "eth_getBlockByNumber" && nth === 1 ? null : undefined;
    await withNode({ node: { answer } }, async (send, node) => {
      await send();

      expect(node.methods.filter(isSending)).to.have.length(1);
    });
  });

  it("given a node that denies the router the first time, lets pass", async () => {
    const answer = (method: string, _: readonly unknown[], nth: number) =>
      method === "eth_getCode" && nth === 1 ? "0x" : undefined;
    await withNode({ node: { answer } }, async (send, node) => {
      await send();

      expect(node.methods.filter(isSending)).to.have.length(1);
    });
  });

  it("given backends of two chains, refuses", async () => {
    const answer = (method: string, _: readonly unknown[], nth: number) =>
      method === "eth_getBlockByNumber" && nth === 1
        ? { number: "0x0", hash: GNOSIS_GENESIS, timestamp: "0x1" }
        : undefined;
    await withNode({ node: { answer } }, async (send) => {
      expect(await pluginMessageOf(() => send())).to.include(
        "answers come from more than one chain",
      );
    });
  });

  it("given a node that refuses batches, sends none, and lets pass", async () => {
    await withNode({ node: { refusesBatches: true } }, async (send, node) => {
      await send();
      await send();

      expect(batches(node)).to.deep.equal([]);
      expect(node.methods.filter(isSending)).to.have.length(2);
    });
  });

  it("given a node that is silent, refuses in time, and asks again before the next transaction", async () => {
    let isSilent = true;
    await withNode(
      {
        node: { isSilent: () => isSilent },
        settings: { hardhat: { timeout: 200 } },
      },
      async (send, node) => {
        const messages = await Promise.all([
          pluginMessageOf(() => send()),
          pluginMessageOf(() => send()),
        ]);
        expect(messages[0]).to.match(
          /could not confirm.*its chain id could not be/,
        );
        expect(messages[1]).to.equal(messages[0]);
        expect(node.methods).to.deep.equal(["eth_chainId"]);

        isSilent = false;
        await send();
        await send();
        expect(codeRequests(node)).to.have.length(4);
        expect(node.methods.filter(isSending)).to.have.length(2);
      },
    );
  });

  it("given a node that was away after a transaction, and came back as another chain, refuses", async () => {
    let isAway = false;
    let isOther = false;
    await withNode(
      {
        node: {
          isSilent: () => isAway,
          answer: (method) =>
            isOther && method === "eth_getCode" ? "0x" : undefined,
        },
        settings: { hardhat: { timeout: 200 } },
      },
      async (send, node) => {
        await send();
        isAway = true;
        await errorOf(() => send("eth_blockNumber", []));
        isAway = false;
        isOther = true;

        expect(await pluginMessageOf(() => send())).to.match(
          /was not sent.*there is no contract at/,
        );
        isOther = false;
        await send();
        expect(node.methods.filter(isSending)).to.have.length(2);
      },
    );
  });

  it("given other sockets than those of the check, asks again, since another chain may be behind them", async () => {
    let isOther = false;
    await withNode(
      {
        node: {
          answer: (method, [number]) =>
            isOther && method === "eth_getBlockByNumber" && number === "0x0"
              ? { number, hash: GNOSIS_GENESIS, timestamp: "0x1" }
              : undefined,
        },
      },
      async (send, node) => {
        await send();
        isOther = true;
        node.disconnect();
        // The sockets close with the next turn.
        await new Promise((resolve) => setTimeout(resolve, 20));

        expect(await pluginMessageOf(() => send())).to.include("Gnosis Chain");
        expect(node.methods.filter(isSending)).to.have.length(1);
      },
    );
  });

  it("given a minute since the check, asks again", async () => {
    const node = await startChainNode();
    try {
      const hre = await createAlphaHre({
        alpha: { networks: { third: { url: node.url } } },
      });
      const connection = await hre.network.create("third");
      let now = 0;
      const guard = createGuard(() => now);
      const check = async () =>
        await guard.check(hre.config, connection, "eth_sendTransaction");
      await check();
      const once = codeRequests(node).length;
      now = 59_999;
      await check();
      expect(codeRequests(node)).to.have.length(once);
      now = 60_000;
      await check();

      expect(codeRequests(node)).to.have.length(2 * once);
      await connection.close();
    } finally {
      await node.close();
    }
  });

  it("given a pinned block 0 that the node has, lets pass; that it has not, refuses", async () => {
    const settings = { genesisHash: OTHER_GENESIS };
    await withNode({ settings }, async (send) => {
      await send();
    });
    await withNode(
      { settings, node: { genesis: `0x${"7b".repeat(32)}` } },
      async (send) => {
        expect(await pluginMessageOf(() => send())).to.include(
          "not the configured genesisHash",
        );
      },
    );
  });

  it("given no address of the router, refuses and says which to set", async () => {
    await withNode(
      {
        config: (url) => ({
          alpha: {
            preset: false,
            networks: { third: { url, hardhat: { accounts: "remote" } } },
          },
        }),
      },
      async (send) => {
        expect(await pluginMessageOf(() => send())).to.include(
          "set alpha.networks.third.registry.Router",
        );
      },
    );
  });

  it("given guard: false, lets pass at any node, unasked", async () => {
    await withNode(
      { node: { genesis: GNOSIS_GENESIS }, settings: { guard: false } },
      async (send, node) => {
        await send();

        expect(codeRequests(node)).to.deep.equal([]);
        expect(node.methods.filter(isSending)).to.have.length(1);
      },
    );
  });

  it("given guard: true on devnet, wants its router there", async () => {
    await withNode(
      {
        network: "devnet",
        node: { chainId: 32456, code: "0x" },
        settings: { guard: true },
      },
      async (send) => {
        const message = await pluginMessageOf(() => send());

        expect(message).to.include("alpha.networks.devnet.registry.Router");
        expect(message).not.to.include("Gnosis");
      },
    );
  });

  it("given a user's own network that is marked, guards it; one that is not, leaves it alone", async () => {
    const config = (url: string): HardhatUserConfig => ({
      networks: {
        mine: { type: "http", url, alphaNetwork: "third" },
        gnosis: { type: "http", url, chainId: 100 },
      },
    });
    const node = { genesis: GNOSIS_GENESIS };
    await withNode({ node, config, hardhatNetwork: "mine" }, async (send) => {
      expect(await pluginMessageOf(() => send())).to.include('on "mine"');
    });
    await withNode(
      { node, config, hardhatNetwork: "gnosis" },
      async (send, server) => {
        await send();

        expect(codeRequests(server)).to.deep.equal([]);
      },
    );
  });
});
