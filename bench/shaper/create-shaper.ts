import { connect, createServer, type Socket } from "node:net";

import { createLink, type Link } from "./create-link.ts";
import { createTripCounter } from "./trip-counter.ts";

export interface ShaperParameters {
  readonly roundTripMs: number;
  /** In each direction. */
  readonly bitsPerSecond: number;
}

/** The traffic through a shaper since the last reset. */
export interface Traffic {
  /** TCP payload from the clients. */
  readonly bytesUp: number;
  /** TCP payload to the clients. */
  readonly bytesDown: number;
  /** The number of accepted connections. */
  readonly sockets: number;
  /** The number of round trips. */
  readonly trips: number;
}

/** A TCP forwarder on this machine that simulates a slow network. */
export interface Shaper {
  /** Forwards a new port to another one, both on the loopback interface. */
  forward(port: number): Promise<number>;
  traffic(): Traffic;
  reset(): void;
  /** Closes all connections, so that clients must open new ones. */
  dropConnections(): void;
}

const HOST = "127.0.0.1";
/** The maximum backlog before a sender is paused, as in TCP flow control. */
const MAX_BACKLOG_MS = 100;

/**
 * Creates a shaper. New connections forward nothing until the round trip of their
 * handshake is over.
 */
export function createShaper({
  roundTripMs,
  bitsPerSecond,
}: ShaperParameters): Shaper {
  const delayMs = roundTripMs / 2;
  const up = createLink({ bitsPerSecond, delayMs });
  const down = createLink({ bitsPerSecond, delayMs });
  const trips = createTripCounter();
  const sockets = new Set<Socket>();
  let counts = { bytesUp: 0, bytesDown: 0, sockets: 0 };

  function accept(client: Socket, port: number): void {
    counts.sockets += 1;
    trips.connected(client);
    const server = connect({
      host: HOST,
      port,
      noDelay: true,
      allowHalfOpen: true,
    });
    for (const [socket, other, link] of [
      [client, server, up],
      [server, client, down],
    ] as const) {
      sockets.add(socket);
      socket.once("close", () => {
        sockets.delete(socket);
        // After the bytes that it sent before.
        link.send(0, () => other.destroySoon());
      });
      socket.on("error", () => undefined);
    }
    pump(server, client, down, (bytes) => {
      counts.bytesDown += bytes;
      trips.answered(client);
    });
    client.pause();
    setTimeout(() => {
      pump(client, server, up, (bytes) => {
        counts.bytesUp += bytes;
      });
      client.on("data", () => trips.requested(client));
      client.resume();
    }, roundTripMs);
  }

  return {
    async forward(port) {
      const server = createServer(
        { noDelay: true, allowHalfOpen: true },
        (client) => accept(client, port),
      );
      return await new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen({ port: 0, host: HOST, backlog: 4096 }, () => {
          const address = server.address();
          if (address === null || typeof address === "string") {
            reject(new Error("the shaper does not listen on a port"));
          } else {
            resolve(address.port);
          }
        });
      });
    },
    traffic: () => ({ ...counts, trips: trips.trips() }),
    reset() {
      counts = { bytesUp: 0, bytesDown: 0, sockets: 0 };
      trips.reset();
    },
    dropConnections() {
      for (const socket of sockets) {
        socket.destroy();
      }
    },
  };
}

function pump(
  from: Socket,
  to: Socket,
  link: Link,
  onDelivery: (bytes: number) => void,
): void {
  from.on("data", (data) => {
    link.send(data.length, () => {
      onDelivery(data.length);
      if (to.writable) {
        to.write(data);
      }
    });
    const backlog = link.backlogMs();
    if (backlog > MAX_BACKLOG_MS) {
      from.pause();
      setTimeout(() => from.resume(), backlog - MAX_BACKLOG_MS / 2);
    }
  });
  from.once("end", () => link.send(0, () => to.end()));
}
