import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Socket } from "node:net";

/** Node publishes every connection that a server of the process accepts. */
const CHANNEL = "net.server.socket";

/** The connections that servers of this process have accepted since. */
export interface TrackedSockets {
  /** Ends those to any of the ports. */
  destroy(ports: ReadonlySet<number>): void;
  stop(): void;
}

/**
 * Keeps the connections to the process's servers. Hardhat's server waits for its
 * clients when it closes, for a WebSocket until the other side is tired of it,
 * and keeps its own list to itself.
 */
export function trackSockets(): TrackedSockets {
  const sockets = new Map<Socket, number>();
  const track = (message: unknown) => {
    const socket = socketOf(message);
    const port = socket?.localPort;
    if (socket !== undefined && port !== undefined) {
      sockets.set(socket, port);
      socket.once("close", () => sockets.delete(socket));
    }
  };
  subscribe(CHANNEL, track);
  return {
    destroy: (ports) => {
      for (const [socket, port] of sockets) {
        if (ports.has(port)) {
          socket.destroy();
        }
      }
    },
    stop: () => {
      unsubscribe(CHANNEL, track);
    },
  };
}

function socketOf(message: unknown): Socket | undefined {
  return typeof message === "object" &&
    message !== null &&
    "socket" in message &&
    message.socket instanceof Socket
    ? message.socket
    : undefined;
}
