import { expect } from "chai";

import { createHttpTransport } from "../../src/rpc/http-transport.ts";
import {
  dripping,
  type SilentBehaviour,
  type SilentPeer,
  silent,
  startSilentPeer,
  tunnelToNowhere,
} from "../support/node-model/silent-peers.ts";

const ATTEMPT_MS = 200;

interface Case {
  readonly behave: SilentBehaviour;
  readonly url: (port: number) => string;
  readonly isProxy: boolean;
}

const CASES: Readonly<Record<string, Case>> = {
  "a proxy that never answers CONNECT": {
    behave: silent,
    url: () => "https://node.invalid/",
    isProxy: true,
  },
  "a proxy whose answer to CONNECT drips": {
    behave: dripping,
    url: () => "https://node.invalid/",
    isProxy: true,
  },
  "a tunnel behind which nobody speaks TLS": {
    behave: tunnelToNowhere,
    url: () => "https://node.invalid/",
    isProxy: true,
  },
  "a proxy that never answers an http request": {
    behave: silent,
    url: () => "http://node.invalid/",
    isProxy: true,
  },
  "an endpoint that never speaks TLS": {
    behave: silent,
    url: (port) => `https://127.0.0.1:${port}/`,
    isProxy: false,
  },
  "an endpoint that never answers": {
    behave: silent,
    url: (port) => `http://127.0.0.1:${port}/`,
    isProxy: false,
  },
};

describe("createHttpTransport, given a peer that is silent", function () {
  this.timeout(10_000);

  for (const [title, { behave, url, isProxy }] of Object.entries(CASES)) {
    it(`given ${title}, then the request ends by its limit, and close() frees the sockets`, async () => {
      const peer = await startSilentPeer(behave);
      const transport = createHttpTransport({
        url: url(peer.port),
        attemptTimeoutMs: ATTEMPT_MS,
        deadline: Date.now() + 3 * ATTEMPT_MS,
        retries: 1,
        retryBaseMs: 1,
        ...(isProxy ? { proxyFor: () => `http://127.0.0.1:${peer.port}` } : {}),
      });
      try {
        const reply = await transport.request("eth_chainId", []);

        expect(reply.ok).to.equal(false);
        expect(reply)
          .to.have.property("kind")
          .that.is.oneOf(["timeout", "unreachable"]);
        await transport.close();
        await expectNone(peer.open);
      } finally {
        await transport.close();
        await peer.close();
      }
    });
  }
});

/** The other side hears of a closed socket a moment later. */
async function expectNone(open: SilentPeer["open"]): Promise<void> {
  while (open.size > 0) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
