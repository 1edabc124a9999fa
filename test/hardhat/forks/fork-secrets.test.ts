import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { expect } from "chai";

import { HIDDEN_TEXT } from "../../../src/base/untrusted-text.ts";
import {
  connectTo,
  removeForkCaches,
  serveSandbox,
} from "../../support/connections.ts";
import { listen } from "../../support/listen.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";

const KEY = "a-key-nobody-shall-see-0123456789";
const HEADER = "a-header-nobody-shall-see-0123456789";

/** A node that answers as `upstream` until it refuses, repeating URL and header. */
async function startRepeatingNode(upstream: string, answers: number) {
  const node = { left: answers };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (node.left-- > 0) {
      const headers = { "content-type": "application/json" };
      const reply = await fetch(upstream, { method: "POST", headers, body });
      response.end(await reply.text());
      return;
    }
    const { id } = JSON.parse(body);
    const message = `no access for ${request.url} ${request.headers["x-key"]}`;
    const error = { code: -32000, message };
    response.end(JSON.stringify({ jsonrpc: "2.0", id, error }));
  });
  const port = await listen(server);
  const url = `http://127.0.0.1:${port}/v1/${KEY}?k=${KEY}`;
  const hardhat = { httpHeaders: { "X-Key": HEADER } };
  return Object.assign(node, {
    config: { alpha: { forks: true, networks: { devnet: { url, hardhat } } } },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  });
}

function expectNoSecret(said: string): void {
  expect(said).to.include(HIDDEN_TEXT);
  expect(said).not.to.include(KEY);
  expect(said).not.to.include(HEADER);
}

describe("a fork of a node that repeats the URL and headers in its errors", () => {
  after(removeForkCaches);

  it("given one that refuses once it was asked what it is, then the error has no secret", async () => {
    await using chain = await serveSandbox("devnetSandbox");
    await using node = await startRepeatingNode(chain.url, 2);

    expectNoSecret(
      await pluginMessageOf(() => connectTo("devnetFork", node.config)),
    );
  });

  it("given one that refuses later, then a wait and verify have no secret", async () => {
    await using chain = await serveSandbox("devnetSandbox");
    await using node = await startRepeatingNode(chain.url, Number.MAX_VALUE);
    await using connection = await connectTo("devnetFork", node.config);
    const { alpha } = connection;
    node.left = 0;

    const hash = `0x${"ab".repeat(32)}` as const;
    expectNoSecret(
      await pluginMessageOf(() =>
        alpha.waitForTransaction(hash, { pollingTimeout: 600 }),
      ),
    );
    expectNoSecret(JSON.stringify((await alpha.verify()).networks));
  });
});
