import { expect } from "chai";

import { HIDDEN_TEXT } from "../../../src/base/untrusted-text.ts";
import {
  CANARY_HEADERS,
  canaryUrl,
  gossip,
  leaksOf,
} from "../../support/canaries.ts";
import {
  ask,
  connectTo,
  forwardTo,
  removeForkCaches,
  serveSandbox,
} from "../../support/connections.ts";
import { honest, startFaultyServer } from "../../support/node-model/server.ts";
import { errorOf, pluginMessageOf } from "../../support/rejection-of.ts";

const HASH = `0x${"ab".repeat(32)}` as const;
const SOMEBODY = "0x00000000000000000000000000000000000a11ce";

/** A node that answers as `upstream` until it refuses, repeating URL and header. */
async function startRepeatingNode(upstream: string, answers: number) {
  const message = `no access for ${gossip("/v3/", CANARY_HEADERS)}`;
  const node = { left: answers };
  const server = await startFaultyServer({
    ask: forwardTo(upstream),
    behaviour: (exchange) => {
      const { id, json } = exchange;
      const error = { code: -32000, message };
      return node.left-- > 0
        ? honest(exchange)
        : json({ jsonrpc: "2.0", id, error });
    },
  });
  const url = canaryUrl(new URL(server.url).host);
  const networks = {
    devnet: { url, hardhat: { httpHeaders: CANARY_HEADERS } },
  };
  const config = { alpha: { forks: true, networks } };
  return Object.assign(server, { node, config });
}

function expectNoSecret(said: unknown): void {
  expect(JSON.stringify(said) + String(said)).to.include(HIDDEN_TEXT);
  expect(leaksOf(said)).to.eql([]);
}

describe("a fork of a node that repeats the URL and headers in its errors", function () {
  this.timeout(60_000);
  after(removeForkCaches);

  it("given one that refuses once it was asked what it is, then the error has no secret", async () => {
    await using chain = await serveSandbox("devnetSandbox");
    await using server = await startRepeatingNode(chain.url, 2);

    expectNoSecret(await errorOf(() => connectTo("devnetFork", server.config)));
  });

  it("given one that refuses later, then the provider, a wait and verify have no secret", async () => {
    await using chain = await serveSandbox("devnetSandbox");
    await using server = await startRepeatingNode(chain.url, Number.MAX_VALUE);
    await using connection = await connectTo("devnetFork", server.config);
    const { alpha } = connection;
    server.node.left = 0;

    expectNoSecret(
      await errorOf(() =>
        ask(connection, "eth_getBalance", SOMEBODY, "latest"),
      ),
    );
    expectNoSecret(
      await pluginMessageOf(() =>
        alpha.waitForTransaction(HASH, { pollingTimeout: 600 }),
      ),
    );
    expectNoSecret((await alpha.verify()).networks);
  });
});
