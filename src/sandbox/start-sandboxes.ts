import { alphaError } from "../base/errors.ts";
import { ownValue } from "../base/records.ts";
import { SANDBOX_START_BLOCK } from "../config/resolve-values.ts";
import {
  portalConfigs,
  readIfKnown,
  type ShownPortalConfig,
} from "../connect/portal-configs.ts";
import {
  type NetworkSelection,
  type Reachable,
  type SelectedNetwork,
  selectNetworks,
} from "../connect/select-networks.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import {
  type OceanAddressBook,
  oceanAddressBook,
} from "../sources/address-book/ocean-address-book.ts";
import { type SandboxAccount, sandboxAccounts } from "./sandbox-accounts.ts";
import {
  openRpcServer,
  type ServerAccess,
  WILDCARDS,
} from "./server/rpc-server.ts";

/** The highest TCP port. */
export const MAX_PORT = 65_535;

interface StartSandboxesParameters extends ServerAccess {
  /** The TCP port of the first sandbox; the others follow. 0 for free ones. */
  readonly port: number;
}

/** A sandbox that is served over JSON-RPC. */
export interface StartedSandbox {
  readonly network: AlphaNetworkName;
  readonly hardhatNetwork: string;
  readonly chainId: number;
  /** The HTTP URL. The one for WebSocket differs in the scheme. */
  readonly url: string;
  /** The symbol of the fee token; `undefined` if it is not set. */
  readonly feeToken: string | undefined;
  readonly accounts: readonly SandboxAccount[];
  /** Its addresses in the format of Ocean's `address.json`. */
  readonly addressBook: OceanAddressBook;
  /** The portal configuration of the network, with this sandbox as its node. */
  readonly portal: ShownPortalConfig;
}

/**
 * Serves the sandboxes of the selected networks on consecutive ports. If one
 * cannot be served, none is.
 *
 * @returns the sandboxes, and a function that closes all servers and their connections
 * immediately
 * @throws HardhatPluginError if the selection is invalid, a network has no
 * sandbox, or a port or the hostname cannot be used.
 */
export async function startSandboxes(
  hre: Reachable,
  selection: NetworkSelection,
  { port, ...access }: StartSandboxesParameters,
) {
  const { config } = hre;
  const chosen = { ...selection, sandbox: true };
  const sandboxes = selectNetworks(config, chosen).map((one, index) =>
    sandboxOf(one, port === 0 ? 0 : port + index),
  );
  const lastPort = port + sandboxes.length - 1;
  if (lastPort > MAX_PORT) {
    throw alphaError(
      `${sandboxes.length} sandboxes on port ${port} and the next ones would need port ${lastPort}, but the highest port is ${MAX_PORT}. Choose a lower --port.`,
    );
  }
  // Before anything is served, since this may prompt or fail.
  const portals = await portalConfigs(config, chosen, false, readIfKnown);
  const { network } = hre;
  const { served, close } = await serveSandboxes(network, sandboxes, access);
  try {
    const started: StartedSandbox[] = [];
    for (const { network, hardhatNetwork, networkConfig, ...one } of served) {
      const { chainId } = networkConfig;
      const portal = portals.find((shown) => shown.network === network.name);
      if (portal !== undefined) {
        started.push({
          network: network.name,
          hardhatNetwork,
          chainId,
          url: one.url,
          feeToken: network.feeToken?.symbol,
          accounts: await sandboxAccounts(one.provider, networkConfig.accounts),
          addressBook: oceanAddressBook(network, {
            startBlock: SANDBOX_START_BLOCK,
            chainId,
            own: {},
          }),
          portal: sandboxPortal(portal, one.url),
        });
      }
    }
    return { sandboxes: started, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function sandboxOf(selected: SelectedNetwork, port: number) {
  const { network, hardhatNetwork } = selected;
  if (hardhatNetwork === null) {
    throw alphaError(`${network.name} has no sandbox: ${selected.reason}.`);
  }
  const { networkConfig } = selected;
  if (networkConfig.type !== "edr-simulated") {
    throw alphaError(
      `The Hardhat network "${hardhatNetwork}" is not a sandbox of ${network.name}: its type is not "edr-simulated".`,
    );
  }
  return { network, hardhatNetwork, networkConfig, port };
}

/**
 * The portal configuration of a network, with the node and the start block of its
 * sandbox. The other services are as configured, since a sandbox has none.
 */
function sandboxPortal(
  portal: ShownPortalConfig,
  url: string,
): ShownPortalConfig {
  const values = { nodeUri: url, startBlock: SANDBOX_START_BLOCK };
  const origin = { kind: "derived", from: "the sandbox" } as const;
  const fields = portal.fields.map((field) => {
    const value = ownValue<string | number>(values, field.field);
    if (value === undefined) {
      return field;
    }
    return { ...field, value, isHidden: false, origin };
  });
  return { ...portal, fields };
}

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
