import { expect } from "chai";

import { createHttpTransport } from "../../src/rpc/http-transport.ts";
import {
  dripping,
  type SilentBehaviour,
  silent,
  startSilentPeer,
  tunnelToNowhere,
} from "../support/node-model/silent-peers.ts";

const ATTEMPT_MS = 200;

const NAME = "https://node.invalid/";
const CASES: readonly (readonly [
  title: string,
  behave: SilentBehaviour,
  /** Behind the peer as a proxy; or the peer's own scheme. */
  url: string,
])[] = [
  ["a proxy that never answers CONNECT", silent, NAME],
  ["a proxy whose answer to CONNECT drips", dripping, NAME],
  ["a tunnel behind which nobody speaks TLS", tunnelToNowhere, NAME],
  ["an endpoint that never speaks TLS", silent, "https"],
];

describe("createHttpTransport, given a peer that is silent", function () {
  this.timeout(10_000);

  for (const [title, behave, url] of CASES) {
    it(`given ${title}, then the request ends by its limit, and close() frees the sockets`, async () => {
      const peer = await startSilentPeer(behave);
      const transport = createHttpTransport({
        url: url === NAME ? NAME : `${url}://127.0.0.1:${peer.port}/`,
        attemptTimeoutMs: ATTEMPT_MS,
        deadline: Date.now() + 3 * ATTEMPT_MS,
        retries: 1,
        retryBaseMs: 1,
        ...(url === NAME && {
          proxyFor: () => `http://127.0.0.1:${peer.port}`,
        }),
      });
      try {
        const reply = await transport.request("eth_chainId", []);

        expect(reply.ok).to.equal(false);
        expect(reply)
          .to.have.property("kind")
          .that.is.oneOf(["timeout", "unreachable"]);
        await transport.close();
        // The other side hears of a closed socket a moment later.
        while (peer.open.size > 0) {
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      } finally {
        await transport.close();
        await peer.close();
      }
    });
  }
});
