import { expect } from "chai";

import { GNOSIS_GENESIS, startChainNode } from "../../support/chain-node.ts";
import { connectTo } from "../../support/connections.ts";
import { NO_PROXIES, startProxy } from "../../support/forward-proxy.ts";
import {
  silent,
  startSilentPeer,
} from "../../support/node-model/silent-peers.ts";
import { withEnvironment } from "../../support/with-environment.ts";
import { nodeAt, outcomeOf, sentTo } from "./sending.ts";

const PROXY = "the proxy";
/** Variables by what they are to show; `PROXY` stands for its URL. */
const ENVIRONMENTS: Readonly<Record<string, Readonly<Record<string, string>>>> =
  {
    "no variable": {},
    HTTP_PROXY: { HTTP_PROXY: PROXY },
    "HTTPS_PROXY alone": { HTTPS_PROXY: PROXY },
    "an empty http_proxy before HTTP_PROXY": {
      http_proxy: "",
      HTTP_PROXY: PROXY,
    },
    "an empty HTTP_PROXY before HTTPS_PROXY": {
      HTTP_PROXY: "",
      HTTPS_PROXY: PROXY,
    },
    "NO_PROXY for the name": { HTTP_PROXY: PROXY, NO_PROXY: "node.invalid" },
    "no_proxy for another name": { HTTP_PROXY: PROXY, no_proxy: "x.invalid" },
  };
/** A loopback address and name, a name, and an address of another machine. */
const HOSTS = ["127.0.0.1", "localhost", "node.invalid", "192.0.2.1"] as const;

const portOf = ({ url }: { readonly url: string }) => new URL(url).port;

/** Sends a transaction on the third network in an environment. */
async function send(
  url: string,
  environment: Readonly<Record<string, string>>,
  { guard = true, timeout = 20_000 } = {},
): Promise<string> {
  return await withEnvironment({ ...NO_PROXIES, ...environment }, async () => {
    const config = nodeAt(url, { guard, hardhat: { timeout } });
    await using connection = await connectTo("third", config);
    return await outcomeOf(connection);
  });
}

describe("the route of the guard's proof and of the transaction", function () {
  this.timeout(60_000);

  for (const [title, environment] of Object.entries(ENVIRONMENTS)) {
    for (const host of HOSTS) {
      for (const isGnosisDirect of [false, true]) {
        const place = isGnosisDirect ? "of Gnosis" : "of the network";
        it(`given ${title}, a node ${place} at ${host} and one of the other chain behind the proxy, is one`, async () => {
          await using third = await startChainNode();
          await using gnosis = await startChainNode({
            genesis: GNOSIS_GENESIS,
          });
          const nodes = [third, gnosis];
          const [direct, tunneled] = isGnosisDirect ? [gnosis, third] : nodes;
          if (direct === undefined || tunneled === undefined) {
            throw new Error("no node");
          }
          await using proxy = await startProxy(
            undefined,
            Number(portOf(tunneled)),
          );
          const variables = Object.fromEntries(
            Object.entries(environment).map(([name, value]) => [
              name,
              value === PROXY ? proxy.url : value,
            ]),
          );
          const url = `http://${host}:${portOf(direct)}`;
          const counts = () => nodes.map(({ methods }) => methods.length);
          await send(url, variables, { guard: false });
          const plain = counts();
          const sent = sentTo(third).length;
          const outcome = await send(url, variables);

          // The guard asks whom the transaction would have reached, and nobody else.
          const isAsked = counts().map(
            (count, node) => count > (plain[node] ?? 0),
          );
          expect(isAsked).to.deep.equal(plain.map((count) => count > 0));
          const [isThird, isGnosis] = isAsked;
          expect(outcome).to.match(
            isThird
              ? /^sent$/
              : isGnosis
                ? /it serves Gnosis Chain/
                : /could not confirm/,
          );
          expect(outcome).not.to.include("proxypassword");
          expect(sentTo(third).length - sent).to.equal(isThird ? 1 : 0);
          expect(sentTo(gnosis)).to.have.length(isGnosis ? 1 : 0);
        });
      }
    }
  }
});

describe("the guard's own time limit", function () {
  // Hardhat itself waits for the answer to CONNECT for five minutes.
  this.timeout(60_000);

  it("given a proxy that never answers CONNECT, refuses and closes in time, and names network, node and proxy without their secrets", async () => {
    await using peer = await startSilentPeer(silent);
    const proxy = `127.0.0.1:${peer.port}`;
    const outcome = await send(
      "https://node.invalid/v1/a-key-that-nobody-shall-see",
      { HTTPS_PROXY: `http://user:proxypassword@${proxy}` },
      { timeout: 300 },
    );

    expect(outcome).to.match(/^The transaction on "third" was not sent/);
    expect(outcome).to.include(
      `could not confirm that the node at https://node.invalid (through the proxy http://${proxy}) serves third`,
    );
    expect(outcome).to.include("no response within 0.3 s");
    expect(outcome).to.include("HTTPS_PROXY");
    expect(outcome).not.to.match(/proxypassword|a-key-that/);
  });
});
