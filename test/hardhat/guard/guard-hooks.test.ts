import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { HardhatPlugin } from "hardhat/types/plugins";
import type { JsonRpcRequest, JsonRpcResponse } from "hardhat/types/providers";

import hardhatAlphaNetworks from "../../../src/index.ts";
import { httpProvider } from "../../support/anvil.ts";
import {
  type ChainNode,
  GNOSIS_GENESIS,
  startChainNode,
} from "../../support/chain-node.ts";
import { startNodePool } from "../../support/node-model/server.ts";
import { errorOf } from "../../support/rejection-of.ts";
import { SENDER_KEY, TRANSACTION } from "./transaction.ts";

type Next = (request: JsonRpcRequest) => Promise<JsonRpcResponse>;
type OnRequest = (
  request: JsonRpcRequest,
  next: Next,
  nodes: Nodes,
) => Promise<JsonRpcResponse>;

interface Nodes {
  readonly third: ChainNode;
  readonly gnosis: ChainNode;
}

const isSending = ({ method }: { readonly method: string }) =>
  /send|sign/i.test(method);

/** Asks another node than that of the connection. */
async function askNode(
  { url }: ChainNode,
  { id, method, params }: JsonRpcRequest,
): Promise<JsonRpcResponse> {
  const result = await httpProvider(url).request({
    method,
    params: Array.isArray(params) ? params : [],
  });
  return { jsonrpc: "2.0", id, result };
}

function pluginWith(onRequest: OnRequest, nodes: Nodes): HardhatPlugin {
  return {
    id: "another-plugin",
    npmPackage: null,
    hookHandlers: {
      network: async () => ({
        default: async () => ({
          onRequest: async (context, connection, request, next) =>
            await onRequest(
              request,
              async (passed) => await next(context, connection, passed),
              nodes,
            ),
        }),
      }),
    },
  };
}

interface Case {
  /** The node of the network. */
  readonly url: keyof Nodes;
  readonly onRequest: OnRequest;
  /** Plugins before this one are behind it, plugins after it in front of it. */
  readonly place: "behind" | "in front";
  readonly accounts?: "remote" | string[];
}

async function withNodes(test: (nodes: Nodes) => Promise<void>) {
  const third = await startChainNode();
  const gnosis = await startChainNode({ genesis: GNOSIS_GENESIS });
  try {
    await test({ third, gnosis });
  } finally {
    await Promise.all([third.close(), gnosis.close()]);
  }
}

/** Sends a transaction on the third network with another plugin. */
async function send(
  { url, onRequest, place, accounts = "remote" }: Case,
  nodes: Nodes,
): Promise<unknown> {
  const other = pluginWith(onRequest, nodes);
  const hre = await createHardhatRuntimeEnvironment({
    plugins:
      place === "behind"
        ? [other, hardhatAlphaNetworks]
        : [hardhatAlphaNetworks, other],
    alpha: {
      networks: {
        third: { url: nodes[url].url, hardhat: { accounts, timeout: 5_000 } },
      },
    },
  });
  const connection = await hre.network.create("third");
  try {
    return await connection.provider.request({
      method: "eth_sendTransaction",
      params: [{ ...TRANSACTION, nonce: "0x0" }],
    });
  } finally {
    await connection.close();
  }
}

const sent = ({ methods }: ChainNode) =>
  methods.filter((method) => isSending({ method }));

describe("the guard among other plugins' onRequest hooks", () => {
  const refusals: Readonly<Record<string, Case & { reason: RegExp }>> = {
    "a hook behind it that asks another chain's node instead": {
      url: "third",
      place: "behind",
      onRequest: async (request, _, { gnosis }) =>
        await askNode(gnosis, request),
      reason: /it serves Gnosis Chain/,
    },
    "a hook behind it that asks another chain's node for some requests, and so the proof":
      {
        url: "third",
        place: "behind",
        onRequest: async (request, next, { gnosis }) =>
          request.method === "eth_getBlockByNumber" || isSending(request)
            ? await askNode(gnosis, request)
            : await next(request),
        reason: /it serves Gnosis Chain/,
      },
    "a hook in front of it that answers what is only read from the right chain":
      {
        url: "gnosis",
        place: "in front",
        onRequest: async (request, next, { third }) =>
          isSending(request)
            ? await next(request)
            : await askNode(third, request),
        reason: /eth_chainId was answered by another plugin.*list it before/,
      },
    "a hook in front of it that answers block 0 from the right chain": {
      url: "gnosis",
      place: "in front",
      onRequest: async (request, next, { third }) =>
        request.method === "eth_getBlockByNumber"
          ? await askNode(third, request)
          : await next(request),
      reason: /eth_getBlockByNumber was answered by another plugin/,
    },
    "a hook in front of it that changes the response": {
      url: "gnosis",
      place: "in front",
      onRequest: async (request, next, { third }) => {
        const response = await next(request);
        return isSending(request) ? response : await askNode(third, request);
      },
      reason: /it serves Gnosis Chain/,
    },
    "a hook behind it that answers with an older response": {
      url: "third",
      place: "behind",
      onRequest: async (request, next) => ({
        ...(await next(request)),
        id: 1,
      }),
      reason: /with a different id/,
    },
    "a hook behind it that fails": {
      url: "third",
      place: "behind",
      onRequest: async () => {
        throw new Error("no luck\u001b[31m today");
      },
      reason: /no luck *today/,
    },
  };

  for (const [title, { reason, ...given }] of Object.entries(refusals)) {
    it(`given ${title}, refuses, and nothing is sent`, async () => {
      await withNodes(async (nodes) => {
        const { message } = await errorOf(() => send(given, nodes));

        expect(message).to.match(/^The transaction on "third" was not sent/);
        expect(message).to.match(reason);
        expect([...sent(nodes.third), ...sent(nodes.gnosis)]).to.deep.equal([]);
      });
    });
  }

  const passes: Readonly<Record<string, Case>> = {
    "a hook behind it that asks the network's node instead": {
      url: "gnosis",
      place: "behind",
      onRequest: async (request, _, { third }) => await askNode(third, request),
    },
    "a hook in front of it that copies requests, changes responses, and asks some of its own":
      {
        url: "third",
        place: "in front",
        onRequest: async (request, next, { gnosis }) => {
          const response = await next(structuredClone(request));
          return isSending(request) ? response : await askNode(gnosis, request);
        },
      },
    "a hook behind it that passes everything on": {
      url: "third",
      place: "behind",
      onRequest: async (request, next) => await next(request),
    },
  };

  for (const [title, given] of Object.entries(passes)) {
    it(`given ${title}, sends the transaction to the node that it asked`, async () => {
      await withNodes(async (nodes) => {
        await send(given, nodes);

        expect(sent(nodes.third)).to.deep.equal(["eth_sendTransaction"]);
        expect(nodes.third.methods).to.include("eth_getCode");
        expect(sent(nodes.gnosis)).to.deep.equal([]);
      });
    });
  }

  it("given an account of Hardhat's own, the transaction is signed by it, after the proof", async () => {
    await withNodes(async (nodes) => {
      const seen: string[] = [];
      await send(
        {
          url: "third",
          place: "behind",
          accounts: [SENDER_KEY],
          onRequest: async (request, next) => {
            seen.push(request.method);
            return await next(request);
          },
        },
        nodes,
      );

      expect(sent(nodes.third)).to.deep.equal(["eth_sendRawTransaction"]);
      // The hook behind is called for the proof and for the transaction.
      expect(seen.filter((method) => method === "eth_getCode")).to.have.length(
        4,
      );
      expect(seen.indexOf("eth_sendTransaction")).to.be.greaterThan(
        seen.lastIndexOf("eth_getCode"),
      );
      const { methods } = nodes.third;
      expect(methods.lastIndexOf("eth_getCode")).to.be.lessThan(
        methods.indexOf("eth_sendRawTransaction"),
      );
    });
  });
});

describe("the guard behind a server that decides by a header", () => {
  for (const [chain, isSent] of [
    ["third", true],
    ["gnosis", false],
  ] as const) {
    it(`given httpHeaders that choose ${chain}, ${isSent ? "sends" : "refuses"}`, async () => {
      await withNodes(async (nodes) => {
        const router = await startNodePool(
          ({ headers }) =>
            nodes[headers["x-chain"] === "third" ? "third" : "gnosis"].url,
        );
        try {
          const hre = await createHardhatRuntimeEnvironment({
            plugins: [hardhatAlphaNetworks],
            alpha: {
              networks: {
                third: {
                  url: router.url,
                  hardhat: {
                    accounts: "remote",
                    httpHeaders: { "X-Chain": chain },
                  },
                },
              },
            },
          });
          const connection = await hre.network.create("third");
          const sending = connection.provider.request({
            method: "eth_sendTransaction",
            params: [{ ...TRANSACTION, nonce: "0x0" }],
          });
          const outcome = await sending.then(
            () => "sent",
            ({ message }: Error) => message,
          );
          await connection.close();

          expect(outcome).to.match(isSent ? /^sent$/ : /it serves Gnosis/);
          expect(sent(nodes.gnosis)).to.deep.equal([]);
        } finally {
          await router.close();
        }
      });
    });
  }
});
