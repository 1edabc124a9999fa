import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer, Socket } from "node:net";
import type { JsonRpcServer } from "hardhat/types/network";
import { alphaError } from "../base/errors.ts";

/** One sandbox to serve. */
export interface SandboxServer {
  /** The Hardhat network that is the sandbox. */
  readonly hardhatNetwork: string;
  /** The TCP port; 0 for any that is free. */
  readonly port: number;
}

/** What makes Hardhat's JSON-RPC servers: `hre.network` does. */
export interface ServerFactory {
  createServer(
    network: string,
    hostname: string,
    port: number,
  ): Promise<JsonRpcServer>;
}

/** Sandboxes that answer JSON-RPC requests. */
export interface ServedSandboxes {
  /** Where each is reached, in the order asked for. */
  readonly urls: readonly string[];
  /** Ends all of them and the connections to them, at once. */
  close(): Promise<void>;
}

/**
 * Serves sandboxes by Hardhat's own JSON-RPC server, HTTP and WebSocket, each on
 * a chain of its own. If one cannot be served, none is.
 *
 * @param hostname Always given: Hardhat's default is every interface of a
 * container.
 * @throws HardhatPluginError on a port or hostname that cannot be had, and what
 * populating a sandbox throws.
 */
export async function serveSandboxes(
  factory: ServerFactory,
  sandboxes: readonly SandboxServer[],
  hostname: string,
): Promise<ServedSandboxes> {
  // Before the chains are made, so that a mistake is told at once.
  for (const { port } of sandboxes) {
    await requireFreePort(port, hostname);
  }
  const sockets = trackSockets();
  const servers: JsonRpcServer[] = [];
  const ports = new Set<number>();
  const end = async () => {
    const closing = servers.map((server) => server.close());
    sockets.destroy(ports);
    await Promise.all(closing);
    sockets.stop();
  };
  let ended: Promise<void> | undefined;
  const close = async () => {
    ended ??= end();
    await ended;
  };
  const urls: string[] = [];
  try {
    for (const { hardhatNetwork, port } of sandboxes) {
      const server = await factory.createServer(hardhatNetwork, hostname, port);
      // Again: Hardhat's server has no error for it, the process would end.
      await requireFreePort(port, hostname);
      const address = await server.listen();
      servers.push(server);
      ports.add(address.port);
      urls.push(serverUrl(hostname, address.port));
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { urls, close };
}

/** Why a hostname or port cannot be had, by the system's code. */
const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE:
    "it is taken. End the program that has it, or choose another one with --port (0 takes a free one)",
  EACCES:
    "this user may not open it. Choose one above 1023 with --port (0 takes a free one)",
  EADDRNOTAVAIL:
    "this machine has no such address. Choose another --hostname, such as 127.0.0.1",
  ENOTFOUND:
    "there is no such host. Choose another --hostname, such as 127.0.0.1",
};

/**
 * Checks that a server can listen on a port of a hostname, by doing it for a
 * moment.
 *
 * @param port 0 for any: then the hostname alone is checked.
 * @throws HardhatPluginError that names both and says what to do.
 */
async function requireFreePort(port: number, hostname: string): Promise<void> {
  const server = createServer();
  try {
    server.listen(port, hostname);
    await once(server, "listening");
  } catch (error) {
    const code =
      error instanceof Error && "code" in error ? String(error.code) : "";
    throw alphaError(
      `The sandbox cannot be served on port ${port} of ${hostname}: ${REASONS[code] ?? `the system says ${code}`}.`,
      error,
    );
  }
  server.close();
  await once(server, "close");
}

/** Hostnames that mean every interface, and the loopback address of its family. */
const WILDCARDS: ReadonlyMap<string, string> = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "::1"],
]);

/**
 * Where a server is reached that listens on a hostname; on this machine, where
 * it listens on every interface.
 */
export function serverUrl(hostname: string, port: number): string {
  const host = WILDCARDS.get(hostname) ?? hostname;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

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
function trackSockets(): TrackedSockets {
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
