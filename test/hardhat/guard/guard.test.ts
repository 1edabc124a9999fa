import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import type { HardhatUserConfig } from "hardhat/types/config";
import type { NetworkConnection } from "hardhat/types/network";

import { createGuard } from "../../../src/hardhat/guard/create-guard.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import {
  type ChainNode,
  type ChainNodeOptions,
  GNOSIS_GENESIS,
  OTHER_GENESIS,
  startChainNode,
} from "../../support/chain-node.ts";
import { ask, closing, connectTo } from "../../support/connections.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import { nodeAt, SENDER, sentTo, TRANSACTION } from "./sending.ts";

const GNOSIS = { genesis: GNOSIS_GENESIS };
const SECRET = "a-key-that-nobody-shall-see";

const send = async (connection: Pick<NetworkConnection, "provider">) =>
  await ask(connection, "eth_sendTransaction", TRANSACTION);
/** Only the guard sends these. */
const codeRequests = ({ methods }: ChainNode) =>
  methods.filter((method) => method === "eth_getCode");

/** An answer in place of block 0, for some of the requests. */
const answerBlock =
  (isReplaced: (nth: number) => boolean, block: object | null) =>
  (method: string, [number]: readonly unknown[], nth: number) =>
    method === "eth_getBlockByNumber" && number === "0x0" && isReplaced(nth)
      ? block && { number, timestamp: "0x1", ...block }
      : undefined;
const GNOSIS_BLOCK = { hash: GNOSIS_GENESIS };
const isFirst = (nth: number) => nth === 1;

interface Case {
  /** Default: the third network. */
  readonly network?: "devnet";
  readonly node?: ChainNodeOptions;
  readonly config?: (url: string) => HardhatUserConfig;
  readonly expected?: RegExp;
}

describe("the guard of the third network", () => {
  it("given a node of Gnosis, refuses, explains replay, and says what to do, without the URL's secret", async () => {
    await using node = await startChainNode(GNOSIS);
    const config = nodeAt(`${node.url}/v1/${SECRET}`);
    await using connection = await connectTo("third", config);
    const message = await pluginMessageOf(() => send(connection));

    expect(message).to.equal(
      `The transaction on "third" was not sent, and not signed by Hardhat or the node: the node at ${node.url} does not serve third: it serves Gnosis Chain, which has the chain id 100 too. Chain id 100 is also the one of Gnosis Chain: a transaction that is signed for one of these chains is valid on the other too, for the same account and nonce, so that anyone can send it there (replay), and cannot be revoked. Check the URL (ALPHA_THIRD_RPC_URL, or the Hardhat config) and the node. To turn this check off, set alpha.networks.third.guard: false in the Hardhat config.`,
    );
    expect(sentTo(node)).to.deep.equal([]);
  });

  for (const method of ["eth_sendRawTransaction", "wallet_sendCalls"]) {
    it(`given ${method} at a node of Gnosis, refuses it too`, async () => {
      await using node = await startChainNode(GNOSIS);
      await using connection = await connectTo("third", nodeAt(node.url));

      expect(
        await pluginMessageOf(() => ask(connection, method, "0x22")),
      ).to.include("not signed by Hardhat or the node");
      expect(node.methods).not.to.include(method);
    });
  }

  it("given the right node, asks four times which chain it is, for however many transactions at once and after", async () => {
    await using node = await startChainNode();
    await using connection = await connectTo("third", nodeAt(node.url));
    await Promise.all([1, 2, 3].map(async () => await send(connection)));
    await send(connection);

    expect(sentTo(node)).to.have.length(4);
    expect(codeRequests(node)).to.have.length(4);
    expect(node.requests.filter(({ length }) => length > 1)).to.be.empty;
  });

  for (const [
    title,
    { network = "third", node, config = nodeAt, expected },
  ] of Object.entries<Case & Required<Pick<Case, "expected">>>({
    "a node without the router": {
      node: { code: "0x" },
      expected: /no contract at 0x7A3C9F07.*registry\.Router/,
    },
    "a router's address that is an account": {
      node: { code: `0xef0100${"11".repeat(20)}` },
      expected: /no contract at/,
    },
    "a node without block 0": {
      node: { genesis: null },
      expected: /block 0 could not be read/,
    },
    "backends of two chains": {
      node: { answer: answerBlock(isFirst, GNOSIS_BLOCK) },
      expected: /answers come from more than one chain/,
    },
    "a pinned block 0 that the node does not have": {
      node: { genesis: `0x${"7b".repeat(32)}` },
      config: (url) => nodeAt(url, { genesisHash: OTHER_GENESIS }),
      expected: /not the configured genesisHash/,
    },
    "a node of devnet, with guard: true, without the router": {
      network: "devnet",
      node: { chainId: 32456, code: "0x" },
      config: (url) => nodeAt(url, { network: "devnet", guard: true }),
      expected: /^(?!.*Gnosis).*alpha\.networks\.devnet\.registry\.Router/,
    },
    "no address of the router": {
      config: (url) => ({ alpha: { ...nodeAt(url).alpha, preset: false } }),
      expected: /set alpha\.networks\.third\.registry\.Router/,
    },
  })) {
    it(`given ${title}, refuses and says what is not confirmed`, async () => {
      await using server = await startChainNode(node);
      await using connection = await connectTo(network, config(server.url));

      const message = await pluginMessageOf(() => send(connection));
      expect(message).to.match(expected);
      expect(sentTo(server)).to.deep.equal([]);
    });
  }

  it("given a node that denies the router the first time, and has the pinned block 0, lets pass", async () => {
    await using node = await startChainNode({
      answer: (method, _params, nth) =>
        method === "eth_getCode" && nth === 1 ? "0x" : undefined,
    });
    const config = nodeAt(node.url, { genesisHash: OTHER_GENESIS });
    await using connection = await connectTo("third", config);
    await send(connection);

    expect(sentTo(node)).to.have.length(1);
  });

  it("given a node that is silent, refuses in time, and asks again before the next transaction", async () => {
    let isSilent = true;
    await using node = await startChainNode({ isSilent: () => isSilent });
    const config = nodeAt(node.url, { hardhat: { timeout: 2_000 } });
    await using connection = await connectTo("third", config);
    const [first, second] = await Promise.all(
      [1, 2].map(() => pluginMessageOf(() => send(connection))),
    );
    expect(first).to.match(/could not confirm.*its chain id could not be/);
    expect(second).to.equal(first);
    expect(node.methods).to.deep.equal(["eth_chainId"]);

    isSilent = false;
    await send(connection);
    await send(connection);
    expect(codeRequests(node)).to.have.length(4);
    expect(sentTo(node)).to.have.length(2);
  });

  for (const [title, isAwayMeanwhile] of [
    ["a node that was away after a transaction", true],
    ["other sockets than those of the check", false],
  ] as const) {
    it(`given ${title}, asks again, since another chain may be there`, async () => {
      let isAway = false;
      let isOther = false;
      await using node = await startChainNode({
        isSilent: () => isAway,
        answer: answerBlock(() => isOther, GNOSIS_BLOCK),
      });
      const config = nodeAt(node.url, { hardhat: { timeout: 2_000 } });
      await using connection = await connectTo("third", config);
      await send(connection);
      isOther = true;
      if (isAwayMeanwhile) {
        isAway = true;
        await pluginMessageOf(() => ask(connection, "eth_blockNumber"));
        isAway = false;
      } else {
        node.disconnect();
        // The sockets close with the next turn.
        await sleep(20);
      }
      expect(await pluginMessageOf(() => send(connection))).to.include(
        "Gnosis Chain",
      );
    });
  }

  it("given a minute since the check, asks again", async () => {
    await using node = await startChainNode();
    const hre = await createAlphaHre(nodeAt(node.url));
    await using connection = closing(await hre.network.create("third"));
    let now = 0;
    const guard = createGuard(() => now);
    const counts = [];
    for (now of [0, 59_999, 60_000]) {
      await guard.check(hre.config, connection, {
        method: "eth_sendTransaction",
      });
      counts.push(codeRequests(node).length);
    }

    expect(counts).to.deep.equal([4, 4, 8]);
  });

  it("given what only reads, asks nothing", async () => {
    await using node = await startChainNode(GNOSIS);
    await using connection = await connectTo("third", nodeAt(node.url));
    await ask(connection, "eth_getBalance", SENDER, "latest");
    await ask(connection, "eth_call", TRANSACTION, "latest");

    expect(codeRequests(node)).to.deep.equal([]);
  });
});
