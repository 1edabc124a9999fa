import { alphaError } from "../../base/errors.ts";
import type { Reachable } from "../../connect/select-networks.ts";
import { openRpcServer, type ServerAccess, WILDCARDS } from "./rpc-server.ts";

/** A sandbox to serve. */
export interface SandboxServer {
  /** The Hardhat network of the sandbox. */
  readonly hardhatNetwork: string;
  /** The TCP port; 0 for any free one. */
  readonly port: number;
}

/**
 * Serves sandboxes over HTTP and WebSocket. Each has its own chain. If one cannot be
 * served, none is.
 *
 * @returns each sandbox, in the order of the parameters, and a function that closes all
 * servers and their connections immediately
 * @throws HardhatPluginError if a port or the hostname cannot be used, or a
 * sandbox could not be created or populated.
 */
export async function serveSandboxes<T extends SandboxServer>(
  connections: Reachable["network"],
  sandboxes: readonly T[],
  access: ServerAccess,
) {
  const open: { close(): Promise<void> }[] = [];
  const close = async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
  };
  try {
    // Before the chains are created, to report a wrong port without delay.
    const servers = [];
    for (const sandbox of sandboxes) {
      const server = await listen(sandbox.port, access);
      open.push(server);
      servers.push({ sandbox, server });
    }
    const served = [];
    for (const { sandbox, server } of servers) {
      const connection = await connect(connections, sandbox.hardhatNetwork);
      open.push(connection);
      const { provider } = connection;
      server.start(provider);
      const url = serverUrl(access.hostname, server.port);
      served.push({ ...sandbox, url, provider });
    }
    return { served, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The reason why a port or hostname cannot be used, and what to do, by error code. */
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

async function listen(port: number, access: ServerAccess) {
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

/** Errors that Hardhat reports as they are. */
const EXPECTED = ["HardhatError", "HardhatPluginError"];
/** A key, as a number or in hexadecimal. */
const KEY = /\d{10,}|[\da-f]{20,}/gi;

async function connect(
  connections: Reachable["network"],
  hardhatNetwork: string,
) {
  try {
    return await connections.create(hardhatNetwork);
  } catch (error) {
    // For accounts that are invalid, Hardhat throws what its cryptography throws. It is
    // not kept as the cause, since it may contain a key.
    throw error instanceof Error && !EXPECTED.includes(error.name)
      ? alphaError(
          `Could not create ${hardhatNetwork}: ${error.message.replace(KEY, "***")}. Check its config, such as the keys or the mnemonic of its accounts (alpha.sandbox.hardhat.accounts).`,
        )
      : error;
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
