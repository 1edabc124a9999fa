import type { EdrNetworkConfig, HardhatConfig } from "hardhat/types/config";
import { alphaError } from "../base/errors.ts";
import { ownValue } from "../base/records.ts";
import type { ResolvedAlphaNetwork } from "../config/types.ts";
import {
  type NetworkSelection,
  selectNetworks,
} from "../connect/select-networks.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import {
  type OceanAddressBook,
  oceanAddressBook,
} from "../sources/address-book/ocean-address-book.ts";
import {
  portalConfigs,
  type ShownPortalConfig,
  type ShownPortalField,
} from "../sources/portal/portal-configs.ts";
import { type SandboxAccount, sandboxAccounts } from "./sandbox-accounts.ts";
import type { ServerAccess } from "./server/judge-access.ts";
import {
  type ConnectionFactory,
  serveSandboxes,
} from "./server/serve-sandboxes.ts";

const MAX_PORT = 65_535;

/**
 * The contracts of a sandbox emit events from its first blocks, which are below
 * the `startBlock` of the live network.
 */
const START_BLOCK = 0;

export interface StartSandboxesParameters extends ServerAccess {
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

export interface StartedSandboxes {
  readonly sandboxes: readonly StartedSandbox[];
  /** Closes all servers and their connections immediately. */
  close(): Promise<void>;
}

interface Sandbox {
  readonly network: ResolvedAlphaNetwork;
  readonly hardhatNetwork: string;
  readonly networkConfig: EdrNetworkConfig;
}

/**
 * Serves the sandboxes of the selected networks on consecutive ports. If one
 * cannot be served, none is.
 *
 * @throws HardhatPluginError if the selection is invalid, a network has no
 * sandbox, or a port or the hostname cannot be used.
 */
export async function startSandboxes(
  hre: {
    readonly config: HardhatConfig;
    readonly network: ConnectionFactory;
  },
  selection: NetworkSelection,
  { port, ...access }: StartSandboxesParameters,
): Promise<StartedSandboxes> {
  const { config } = hre;
  const sandboxes = selectSandboxes(config, selection);
  const lastPort = port + sandboxes.length - 1;
  if (lastPort > MAX_PORT) {
    throw alphaError(
      `${sandboxes.length} sandboxes on port ${port} and the next ones would need port ${lastPort}, but the highest port is ${MAX_PORT}. Choose a lower --port.`,
    );
  }
  // Before anything is served, since this may prompt or fail.
  const prepared = [];
  for (const { network, hardhatNetwork, networkConfig } of sandboxes) {
    const [portal] = await portalConfigs(
      config,
      { names: [hardhatNetwork], globalNetwork: undefined, sandbox: true },
      false,
    );
    if (portal !== undefined) {
      prepared.push({
        network: network.name,
        hardhatNetwork,
        chainId: networkConfig.chainId,
        feeToken: network.feeToken?.symbol,
        accounts: await sandboxAccounts(networkConfig.accounts),
        addressBook: oceanAddressBook(network, {
          startBlock: START_BLOCK,
          chainId: networkConfig.chainId,
        }),
        portal,
      });
    }
  }
  const { urls, close } = await serveSandboxes(
    hre.network,
    sandboxes.map(({ hardhatNetwork }, index) => ({
      hardhatNetwork,
      port: port === 0 ? 0 : port + index,
    })),
    access,
  );
  return {
    sandboxes: prepared.map((sandbox, index) => {
      const url = urls[index] ?? "";
      return {
        ...sandbox,
        url,
        portal: sandboxPortal(sandbox.portal, url, START_BLOCK),
      };
    }),
    close,
  };
}

function selectSandboxes(
  config: HardhatConfig,
  selection: NetworkSelection,
): readonly Sandbox[] {
  return selectNetworks(config, { ...selection, sandbox: true }).map(
    (selected) => {
      const { network } = selected;
      if (selected.hardhatNetwork === null) {
        throw alphaError(`${network.name} has no sandbox: ${selected.reason}.`);
      }
      const { hardhatNetwork, networkConfig } = selected;
      if (networkConfig.type !== "edr-simulated") {
        throw alphaError(
          `The Hardhat network "${hardhatNetwork}" is not a sandbox of ${network.name}: its type is not "edr-simulated".`,
        );
      }
      return { network, hardhatNetwork, networkConfig };
    },
  );
}

/**
 * The portal configuration of a network, with the node and the start block of its
 * sandbox. The other services are as configured, since a sandbox has none.
 */
function sandboxPortal(
  portal: ShownPortalConfig,
  url: string,
  startBlock: number,
): ShownPortalConfig {
  const overrides: Readonly<Record<string, ShownPortalField["value"]>> = {
    nodeUri: url,
    startBlock,
  };
  return {
    ...portal,
    fields: portal.fields.map((field) => {
      const value = ownValue(overrides, field.field);
      return value === undefined
        ? field
        : {
            ...field,
            value,
            isHidden: false,
            origin: { kind: "derived", from: "the sandbox" },
          };
    }),
  };
}
