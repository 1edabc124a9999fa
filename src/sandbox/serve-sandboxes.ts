import type { JsonRpcServer } from "hardhat/types/network";

import { requireFreePort } from "./require-free-port.ts";
import { serverUrl } from "./server-url.ts";
import { trackSockets } from "./track-sockets.ts";

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
