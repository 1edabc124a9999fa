import { createServer, type Server, type Socket } from "node:net";
import { expect } from "chai";

import { createHttpTransport } from "../../src/rpc/http-transport.ts";
import { listen } from "../support/listen.ts";

const ATTEMPT_MS = 200;

/** A server that accepts connections, and does no more than `behave` with each. */
async function startPeer(behave: (socket: Socket) => void): Promise<{
  readonly port: number;
  readonly open: ReadonlySet<Socket>;
  close(): Promise<void>;
}> {
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => open.delete(socket));
    behave(socket);
    // One that is not read does not see its end.
    socket.resume();
  });
  const port = await listen(server);
  return {
    port,
    open,
    async close() {
      for (const socket of open) {
        socket.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const silent = (): void => undefined;

/** Sends an answer to CONNECT one byte at a time, and never ends it. */
const dripping = (socket: Socket): void => {
  socket.write("HTTP/1.1 200 Connection established\r\nx: ");
  const timer = setInterval(() => socket.write("a"), 20);
  socket.once("close", () => clearInterval(timer));
};

/** Opens the tunnel, behind which nobody speaks TLS. */
const tunnelToNowhere = (socket: Socket): void => {
  socket.once("data", () =>
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n"),
  );
};

interface Case {
  readonly behave: (socket: Socket) => void;
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
      const peer = await startPeer(behave);
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
async function expectNone(open: ReadonlySet<Socket>): Promise<void> {
  while (open.size > 0) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
