import type { EthereumProvider } from "hardhat/types/providers";
import { alphaError } from "../../base/errors.ts";
import { type ServerAccess, WILDCARDS } from "./judge-access.ts";
import { openRpcServer, type RpcServer } from "./rpc-server.ts";

/** A sandbox to serve. */
export interface SandboxServer {
  /** The Hardhat network of the sandbox. */
  readonly hardhatNetwork: string;
  /** The TCP port; 0 for any free one. */
  readonly port: number;
}

/** Opens connections, like `hre.network`. */
export interface ConnectionFactory {
  create(network: string): Promise<{
    readonly provider: EthereumProvider;
    close(): Promise<void>;
  }>;
}

/** Sandboxes that are served over JSON-RPC. */
export interface ServedSandboxes {
  /** The URL of each sandbox, in the order of the parameters. */
  readonly urls: readonly string[];
  /** Closes all servers and their connections immediately. */
  close(): Promise<void>;
}

/**
 * Serves sandboxes over HTTP and WebSocket. Each has its own chain. If one cannot be
 * served, none is.
 *
 * @throws HardhatPluginError if a port or the hostname cannot be used, or a
 * sandbox could not be populated.
 */
export async function serveSandboxes(
  factory: ConnectionFactory,
  sandboxes: readonly SandboxServer[],
  access: ServerAccess,
): Promise<ServedSandboxes> {
  const open: (() => Promise<void>)[] = [];
  const closeOnce = async () => {
    await Promise.all(open.map((close) => close()));
  };
  let closed: Promise<void> | undefined;
  const close = async () => {
    closed ??= closeOnce();
    await closed;
  };
  const urls: string[] = [];
  try {
    const servers: RpcServer[] = [];
    // Before the chains are created, to report a wrong port without delay.
    for (const { port } of sandboxes) {
      const server = await listen(port, access);
      open.push(server.close);
      servers.push(server);
    }
    for (const [index, server] of servers.entries()) {
      const name = sandboxes[index]?.hardhatNetwork ?? "";
      const connection = await factory.create(name);
      open.push(async () => await connection.close());
      server.start(connection.provider);
      urls.push(serverUrl(access.hostname, server.port));
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

async function listen(port: number, access: ServerAccess): Promise<RpcServer> {
  try {
    return await openRpcServer(port, access);
  } catch (error) {
    const code =
      error instanceof Error && "code" in error ? String(error.code) : "";
    throw alphaError(
      `Could not serve the sandbox on port ${port} of ${access.hostname}: ${REASONS[code] ?? `the system reports ${code}`}.`,
      error,
    );
  }
}

/**
 * The URL of a server that listens on a hostname; on the loopback interface, if
 * it listens on all of them.
 */
export function serverUrl(hostname: string, port: number): string {
  const host = WILDCARDS.get(hostname) ?? hostname;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
