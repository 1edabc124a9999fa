import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer, Socket } from "node:net";
import type { JsonRpcServer } from "hardhat/types/network";
import { alphaError } from "../base/errors.ts";

/** A sandbox to serve. */
export interface SandboxServer {
  /** The Hardhat network of the sandbox. */
  readonly hardhatNetwork: string;
  /** The TCP port; 0 for any free one. */
  readonly port: number;
}

/** Creates Hardhat's JSON-RPC servers, like `hre.network`. */
export interface ServerFactory {
  createServer(
    network: string,
    hostname: string,
    port: number,
  ): Promise<JsonRpcServer>;
}

/** Sandboxes that are served over JSON-RPC. */
export interface ServedSandboxes {
  /** The URL of each sandbox, in the order of the parameters. */
  readonly urls: readonly string[];
  /** Closes all servers and their connections immediately. */
  close(): Promise<void>;
}

/**
 * Serves sandboxes with Hardhat's JSON-RPC server, over HTTP and WebSocket. Each
 * has its own chain. If one cannot be served, none is.
 *
 * @param hostname Required, since Hardhat's default in containers is all
 * interfaces.
 * @throws HardhatPluginError if a port or the hostname cannot be used, or a
 * sandbox could not be populated.
 */
export async function serveSandboxes(
  factory: ServerFactory,
  sandboxes: readonly SandboxServer[],
  hostname: string,
): Promise<ServedSandboxes> {
  // Before the chains are created, to report a wrong port without delay.
  for (const { port } of sandboxes) {
    await requireFreePort(port, hostname);
  }
  const sockets = trackSockets();
  const servers: JsonRpcServer[] = [];
  const ports = new Set<number>();
  const closeOnce = async () => {
    const closing = servers.map((server) => server.close());
    sockets.destroy(ports);
    await Promise.all(closing);
    sockets.stop();
  };
  let closed: Promise<void> | undefined;
  const close = async () => {
    closed ??= closeOnce();
    await closed;
  };
  const urls: string[] = [];
  try {
    for (const { hardhatNetwork, port } of sandboxes) {
      const server = await factory.createServer(hardhatNetwork, hostname, port);
      // Checked again, since Hardhat's server would end the process.
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

/** Why a port or hostname cannot be used, and what to do, by error code. */
const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE:
    "the port is in use. Stop the program that uses it, or choose another port with --port (0 selects a free one)",
  EACCES:
    "this user is not allowed to use the port. Choose one above 1023 with --port (0 selects a free one)",
  EADDRNOTAVAIL:
    "this machine does not have the address. Choose another --hostname, such as 127.0.0.1",
  ENOTFOUND:
    "the host does not exist. Choose another --hostname, such as 127.0.0.1",
};

/**
 * Checks that a server can listen on a port, by opening one briefly.
 *
 * @param port 0 only checks the hostname.
 * @throws HardhatPluginError if it cannot.
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
      `Could not serve the sandbox on port ${port} of ${hostname}: ${REASONS[code] ?? `the system reports ${code}`}.`,
      error,
    );
  }
  server.close();
  await once(server, "close");
}

/** The hostnames of all interfaces, with the loopback address of their family. */
const WILDCARDS: ReadonlyMap<string, string> = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "::1"],
]);

/**
 * The URL of a server that listens on a hostname; on the loopback interface, if
 * it listens on all of them.
 */
export function serverUrl(hostname: string, port: number): string {
  const host = WILDCARDS.get(hostname) ?? hostname;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Node.js publishes every connection that a server of the process accepts. */
const CHANNEL = "net.server.socket";

/** The connections that the servers of this process accepted. */
export interface TrackedSockets {
  /** Closes the connections to the ports. */
  destroy(ports: ReadonlySet<number>): void;
  stop(): void;
}

/**
 * Tracks the connections to the servers of this process. When Hardhat's server
 * closes, it waits until its clients disconnect, and it does not expose them.
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
