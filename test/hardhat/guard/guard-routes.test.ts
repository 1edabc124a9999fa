import { createServer } from "node:net";
import { expect } from "chai";

import { createAlphaHre } from "../../support/alpha-hre.ts";
import {
  type ChainNode,
  GNOSIS_GENESIS,
  startChainNode,
} from "../../support/chain-node.ts";
import { NO_PROXIES, startProxy } from "../../support/forward-proxy.ts";
import { listen } from "../../support/listen.ts";
import {
  silent,
  startSilentPeer,
} from "../../support/node-model/silent-peers.ts";
import { withEnvironment } from "../../support/with-environment.ts";
import { TRANSACTION } from "./transaction.ts";

const PROXY = "the proxy";
/** Variables by what they are to show; `PROXY` stands for its URL. */
const ENVIRONMENTS: Readonly<Record<string, Readonly<Record<string, string>>>> =
  {
    "no variable": {},
    HTTP_PROXY: { HTTP_PROXY: PROXY },
    http_proxy: { http_proxy: PROXY },
    "HTTPS_PROXY alone": { HTTPS_PROXY: PROXY },
    https_proxy: { https_proxy: PROXY },
    "an empty http_proxy before HTTP_PROXY": {
      http_proxy: "",
      HTTP_PROXY: PROXY,
    },
    "an empty HTTP_PROXY before HTTPS_PROXY": {
      HTTP_PROXY: "",
      HTTPS_PROXY: PROXY,
    },
    "NO_PROXY for everything": { HTTP_PROXY: PROXY, NO_PROXY: "*" },
    "NO_PROXY for the name": { HTTP_PROXY: PROXY, NO_PROXY: "node.invalid" },
    "no_proxy for another name": { HTTP_PROXY: PROXY, no_proxy: "x.invalid" },
  };
/** A loopback address and name, a name, and an address of another machine. */
const HOSTS = ["127.0.0.1", "localhost", "node.invalid", "192.0.2.1"] as const;

/** Where the nodes of two chains are: behind the address, or behind the proxy. */
const PLACES = { "of the network": false, "of Gnosis": true } as const;

describe("the route of the guard's proof and of the transaction", function () {
  this.timeout(30_000);

  const routes = new Map<string, number>();

  for (const [title, environment] of Object.entries(ENVIRONMENTS)) {
    for (const host of HOSTS) {
      for (const [place, isGnosisDirect] of Object.entries(PLACES)) {
        it(`given ${title}, a node ${place} at ${host} and one of the other chain behind the proxy, is one`, async () => {
          const nodeOf = async (isGnosis: boolean) =>
            await startChainNode(isGnosis ? { genesis: GNOSIS_GENESIS } : {});
          const direct = await nodeOf(isGnosisDirect);
          const tunneled = await nodeOf(!isGnosisDirect);
          const [right, wrong] = isGnosisDirect
            ? [tunneled, direct]
            : [direct, tunneled];
          const proxy = await startProxy(undefined, portOf(tunneled));
          const url = `http://${host}:${portOf(direct)}`;
          const variables = Object.fromEntries(
            Object.entries(environment).map(([name, value]) => [
              name,
              value === PROXY ? proxy.url : value,
            ]),
          );
          /** The node that a transaction arrives at, and what comes of it. */
          const send = async (guard: boolean) => {
            const before = [right, wrong].map((node) => node.methods.length);
            const outcome = await withEnvironment(
              { ...NO_PROXIES, ...variables },
              async () => await sendTransaction(url, { guard }),
            );
            return {
              outcome,
              asked: [right, wrong].map((node, index) =>
                node.methods.slice(before[index]),
              ),
            };
          };
          try {
            const plain = await send(false);
            const guarded = await send(true);

            const [right = [], wrong = []] = guarded.asked;
            // The guard asks whom the transaction would have reached, and nobody else.
            expect(guarded.asked.map(isAsked)).to.deep.equal(
              plain.asked.map(isAsked),
            );
            expect(wrong.filter(isSending)).to.deep.equal([]);
            expect(right.filter(isSending)).to.have.length(
              guarded.outcome === "sent" ? 1 : 0,
            );
            const route = plain.asked.findIndex(isAsked);
            expect(guarded.outcome).to.match(
              [/^sent$/, /it serves Gnosis Chain/][route] ??
                /could not confirm/,
            );
            expect(guarded.outcome).not.to.include("proxypassword");
            count(route === -1 ? "nowhere" : `${route}`);
            if (route !== -1) {
              const isDirect = (route === 1) === isGnosisDirect;
              count(isDirect ? "direct" : "proxy");
            }
          } finally {
            await proxy.close();
            await Promise.all([direct.close(), tunneled.close()]);
          }
        });
      }
    }
  }

  it("given all of them, then each route was taken, and each chain was reached by both", () => {
    expect(Object.fromEntries(routes)).to.have.all.keys(
      "0",
      "1",
      "direct",
      "proxy",
      "nowhere",
    );
  });

  function count(route: string): void {
    routes.set(route, (routes.get(route) ?? 0) + 1);
  }
});

describe("the guard's own time limit", function () {
  // Hardhat itself waits for the answer to CONNECT for five minutes.
  this.timeout(30_000);

  it("given a proxy that never answers CONNECT, refuses and closes in time, and names network, node and proxy without their secrets", async () => {
    const peer = await startSilentPeer(silent);
    try {
      const outcome = await withEnvironment(
        {
          ...NO_PROXIES,
          HTTPS_PROXY: `http://user:proxypassword@127.0.0.1:${peer.port}`,
        },
        async () =>
          await sendTransaction(
            "https://node.invalid/v1/a-key-that-nobody-shall-see",
            { timeout: 300 },
          ),
      );

      expect(outcome).to.match(/^The transaction on "third" was not sent/);
      expect(outcome).to.include(
        `could not confirm that the node at https://node.invalid (through the proxy http://127.0.0.1:${peer.port}) serves third`,
      );
      expect(outcome).to.include("no response within 0.3 s");
      expect(outcome).to.include("HTTPS_PROXY");
      expect(outcome).not.to.match(/proxypassword|a-key-that/);
    } finally {
      await peer.close();
    }
  });

  it("given a proxy that sends its credentials back, does not show them", async () => {
    const echo = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", (request) =>
        socket.end(`HTTP/1.1 200 OK\r\n\r\n${request}`),
      );
    });
    const port = await listen(echo);
    try {
      const outcome = await withEnvironment(
        {
          ...NO_PROXIES,
          HTTP_PROXY: `http://user:proxypassword@127.0.0.1:${port}`,
        },
        // Hardhat's client asks such a proxy again and again until its time is over.
        async () =>
          await sendTransaction("http://node.invalid", { timeout: 2_000 }),
      );

      expect(outcome).to.match(/^The transaction on "third" was not sent/);
      expect(outcome).not.to.match(/proxypassword|dXNlcjpwcm94eXBhc3N3b3Jk/);
    } finally {
      echo.close();
    }
  });
});

const isSending = (method: string) => /send|sign/i.test(method);
const isAsked = (methods: readonly string[]) => methods.length > 0;

function portOf({ url }: ChainNode): number {
  return Number(new URL(url).port);
}

interface SendOptions {
  readonly guard?: boolean;
  readonly timeout?: number;
}

/** Sends one on the third network: "sent", or why it was not. */
async function sendTransaction(
  url: string,
  { guard = true, timeout = 20_000 }: SendOptions = {},
): Promise<string> {
  const hre = await createAlphaHre({
    alpha: {
      networks: {
        third: { url, guard, hardhat: { accounts: "remote", timeout } },
      },
    },
  });
  const connection = await hre.network.create("third");
  try {
    await connection.provider.request({
      method: "eth_sendTransaction",
      params: [TRANSACTION],
    });
    return "sent";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await connection.close();
  }
}
