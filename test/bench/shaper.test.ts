import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

import { expect } from "chai";

import { createLink } from "../../bench/shaper/create-link.ts";
import { createShaper, type Shaper } from "../../bench/shaper/create-shaper.ts";

const FAST = { roundTripMs: 2, bitsPerSecond: 1_000_000_000 };

async function echoServer(): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => undefined);
    socket.pipe(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new Error("no port");
  }
  return address.port;
}

async function withShaper(
  check: (shaper: Shaper, port: number) => Promise<void>,
): Promise<void> {
  const server = await echoServer();
  const shaper = createShaper(FAST);
  try {
    await check(shaper, await shaper.forward(portOf(server)));
  } finally {
    await shaper.close();
    server.close();
  }
}

async function echo(port: number, payload: Buffer): Promise<Buffer> {
  const socket: Socket = connect({ port, host: "127.0.0.1" });
  const chunks: Buffer[] = [];
  socket.on("data", (data) => chunks.push(data));
  socket.end(payload);
  await once(socket, "close");
  return Buffer.concat(chunks);
}

describe("createLink", () => {
  it("given many sendings at once, delivers all of them in their order", async () => {
    const link = createLink({ bitsPerSecond: 1_000_000_000, delayMs: 1 });
    const arrived: number[] = [];

    await new Promise<void>((resolve) => {
      for (let index = 0; index < 50; index++) {
        link.send(1_000 - index, () => {
          arrived.push(index);
          if (index === 49) {
            resolve();
          }
        });
      }
    });

    expect(arrived).to.deep.equal(Array.from({ length: 50 }, (_, n) => n));
  });

  it("given more than passes at once, reports a backlog", () => {
    const link = createLink({ bitsPerSecond: 8_000, delayMs: 0 });

    expect(link.backlogMs()).to.equal(0);
    link.send(10, () => undefined);

    expect(link.backlogMs()).to.be.greaterThan(0);
  });
});

describe("createShaper", () => {
  it("given several connections, brings their bytes unchanged and counts all, until it is reset", async () => {
    await withShaper(async (shaper, port) => {
      const payload = Buffer.from(
        Array.from({ length: 100_000 }, (_, index) => index % 251),
      );
      const answers = await Promise.all(
        [1, 2, 3].map(async () => await echo(port, payload)),
      );

      expect(answers.every((answer) => answer.equals(payload))).to.equal(true);
      expect(shaper.traffic()).to.include({
        bytesUp: 3 * payload.length,
        bytesDown: 3 * payload.length,
        sockets: 3,
      });

      shaper.reset();

      expect(shaper.traffic()).to.deep.equal({
        bytesUp: 0,
        bytesDown: 0,
        sockets: 0,
        trips: 0,
      });
    });
  });

  it("given that connections are to be dropped, ends them", async () => {
    await withShaper(async (shaper, port) => {
      const socket = connect({ port, host: "127.0.0.1" });
      socket.on("error", () => undefined);
      socket.write("x");
      await once(socket, "data");

      shaper.dropConnections();

      await once(socket, "close");
      expect(socket.destroyed).to.equal(true);
    });
  });

  it("given a server that is not there, ends the connection", async () => {
    const server = await echoServer();
    const deadPort = portOf(server);
    server.close();
    const shaper = createShaper(FAST);
    try {
      const socket = connect({
        port: await shaper.forward(deadPort),
        host: "127.0.0.1",
      });
      socket.on("error", () => undefined);

      await once(socket, "close");

      expect(shaper.traffic().bytesDown).to.equal(0);
    } finally {
      await shaper.close();
    }
  });
});
