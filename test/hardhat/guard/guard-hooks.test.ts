import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { JsonRpcRequest, JsonRpcResponse } from "hardhat/types/providers";

import hardhatAlphaNetworks from "../../../src/index.ts";
import { httpProvider } from "../../support/anvil.ts";
import {
  type ChainNode,
  GNOSIS_GENESIS,
  startChainNode,
} from "../../support/chain-node.ts";
import { closing, connectTo } from "../../support/connections.ts";
import { type Next, pluginWith } from "./another-plugin.ts";
import { startNodePool } from "./node-pool.ts";
import { isSending, nodeAt, outcomeOf, SENDER_KEY, sentTo } from "./sending.ts";

type Node = "third" | "gnosis";
type Nodes = Readonly<Record<Node, ChainNode>>;
type OnRequest = (
  request: JsonRpcRequest,
  next: Next,
  nodes: Nodes,
) => Promise<JsonRpcResponse>;

/** Asks another node than that of the connection. */
async function askNode(
  { url }: ChainNode,
  { id, method, params }: JsonRpcRequest,
): Promise<JsonRpcResponse> {
  const list = Array.isArray(params) ? params : [];
  const result = await httpProvider(url).request({ method, params: list });
  return { jsonrpc: "2.0", id, result };
}

interface Case {
  /** The node of the network. */
  readonly url: Node;
  readonly onRequest: OnRequest;
  /** Plugins before this one are behind it, plugins after it in front of it. */
  readonly place: "behind" | "in front";
  readonly accounts?: "remote" | string[];
}

/** Sends a transaction on the third network with another plugin. */
async function send({ url, onRequest, place, accounts = "remote" }: Case) {
  await using third = await startChainNode();
  await using gnosis = await startChainNode({ genesis: GNOSIS_GENESIS });
  const nodes = { third, gnosis };
  const plugins = [
    pluginWith(async (request, next) => await onRequest(request, next, nodes)),
    hardhatAlphaNetworks,
  ];
  const hre = await createHardhatRuntimeEnvironment({
    ...nodeAt(nodes[url].url, { hardhat: { accounts } }),
    plugins: place === "behind" ? plugins : plugins.toReversed(),
  });
  await using connection = closing(await hre.network.create("third"));
  return {
    outcome: await outcomeOf(connection),
    asked: third.methods,
    sent: { third: sentTo(third), gnosis: sentTo(gnosis) },
  };
}

const isBlock = (method: string) => method === "eth_getBlockByNumber";

/** A hook that answers some requests from a node, and passes the others on. */
const answering =
  (node: Node, isAnswered: (method: string) => boolean): OnRequest =>
  async (request, next, nodes) =>
    isAnswered(request.method)
      ? await askNode(nodes[node], request)
      : await next(request);
/** One that puts a node's response in place of the received one, if it only read. */
const changing =
  (node: Node): OnRequest =>
  async (request, next, nodes) => {
    const response = await next(structuredClone(request));
    return isSending(request.method)
      ? response
      : await askNode(nodes[node], request);
  };

/** A hook that fails the first request of each method with Hardhat's unknown error. */
function failingOnce(): OnRequest {
  const failed = new Set<string>();
  return async (request, next) => {
    if (isSending(request.method) || failed.has(request.method)) {
      return await next(request);
    }
    failed.add(request.method);
    throw Object.assign(new Error("no luck"), { code: -1 });
  };
}

describe("the guard among other plugins' onRequest hooks", () => {
  for (const [title, url, place, onRequest, reason] of [
    [
      "behind it that asks another chain's node for some requests, and so the proof",
      "third",
      "behind",
      answering("gnosis", (method) => isBlock(method) || isSending(method)),
      /it serves Gnosis Chain/,
    ],
    [
      "in front of it that answers what is only read from the right chain",
      "gnosis",
      "in front",
      answering("third", (method) => !isSending(method)),
      /eth_chainId was answered by another plugin.*list it before/,
    ],
    [
      "in front of it that changes the response",
      "gnosis",
      "in front",
      changing("third"),
      /it serves Gnosis Chain/,
    ],
    [
      "behind it that answers with an older response",
      "third",
      "behind",
      async (request, next) => ({ ...(await next(request)), id: 1 }),
      /with a different id/,
    ],
    [
      "behind it that fails",
      "third",
      "behind",
      async () => {
        throw new Error("no luck\u001b[31m today");
      },
      /no luck *today/,
    ],
    [
      "in front of it that copies requests, changes responses, and asks some of its own",
      "third",
      "in front",
      changing("gnosis"),
      /^sent$/,
    ],
    [
      "behind it that fails once for each request, as Hardhat's provider may",
      "third",
      "behind",
      failingOnce(),
      /^sent$/,
    ],
  ] satisfies [string, Node, Case["place"], OnRequest, RegExp][]) {
    const isSent = reason.test("sent");
    it(`given a hook ${title}, ${isSent ? "sends to the node that it asked" : "refuses, and nothing is sent"}`, async () => {
      const { outcome, sent, asked } = await send({ url, place, onRequest });

      expect(outcome).to.match(reason);
      const third = isSent ? ["eth_sendTransaction"] : [];
      expect(sent).to.deep.equal({ third, gnosis: [] });
      if (isSent) {
        expect(asked).to.include("eth_getCode");
      }
    });
  }

  it("given an account of Hardhat's own and a hook behind it, the transaction is signed after the proof", async () => {
    const seen: string[] = [];
    const onRequest: OnRequest = async (request, next) => {
      seen.push(request.method);
      return await next(request);
    };
    const { sent, asked } = await send({
      ...{ url: "third", place: "behind", onRequest, accounts: [SENDER_KEY] },
    });

    expect(sent.third).to.deep.equal(["eth_sendRawTransaction"]);
    // The hook behind is called for the proof and for the transaction.
    for (const [methods, sending] of [
      [seen, "eth_sendTransaction"],
      [asked, "eth_sendRawTransaction"],
    ] as const) {
      const proof = methods.lastIndexOf("eth_getCode");
      expect(proof).to.be.within(0, methods.indexOf(sending));
    }
  });
});

describe("the guard behind a server that decides by a header", () => {
  for (const [chain, expected] of [
    ["third", /^sent$/],
    ["gnosis", /it serves Gnosis/],
  ] as const) {
    it(`given httpHeaders that choose ${chain}, asks that chain`, async () => {
      await using third = await startChainNode();
      await using gnosis = await startChainNode({ genesis: GNOSIS_GENESIS });
      await using router = closing(
        await startNodePool(
          ({ headers }) =>
            (headers["x-chain"] === "third" ? third : gnosis).url,
        ),
      );
      const hardhat = { httpHeaders: { "X-Chain": chain } };
      const config = nodeAt(router.url, { hardhat });
      await using connection = await connectTo("third", config);

      expect(await outcomeOf(connection)).to.match(expected);
      expect(sentTo(gnosis)).to.deep.equal([]);
    });
  }
});
