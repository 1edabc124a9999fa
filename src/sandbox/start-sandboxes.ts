import type { EdrNetworkConfig, HardhatConfig } from "hardhat/types/config";
import { alphaError } from "../base/errors.ts";
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
import { type ServerFactory, serveSandboxes } from "./serve-sandboxes.ts";

const LAST_PORT = 65_535;

/**
 * The first block to read from: the chain begins anew, and its contracts' first
 * events are in its first blocks, far below the live network's own.
 */
const START_BLOCK = 0;

export interface StartSandboxesParameters {
  /** The first one's TCP port, the next ones' follow; 0 for any free ones. */
  readonly port: number;
  readonly hostname: string;
}

/** A sandbox that answers JSON-RPC requests. */
export interface StartedSandbox {
  readonly network: AlphaNetworkName;
  readonly hardhatNetwork: string;
  readonly chainId: number;
  /** For HTTP; for WebSocket with the scheme ws. */
  readonly url: string;
  /** The fee token's symbol; `undefined` where nobody gives it. */
  readonly feeToken: string | undefined;
  readonly accounts: readonly SandboxAccount[];
  /** Its contracts as clients of the Ocean stack read them. */
  readonly addressBook: OceanAddressBook;
  /** The network's portal config with this sandbox as its node. */
  readonly portal: ShownPortalConfig;
}

export interface StartedSandboxes {
  readonly sandboxes: readonly StartedSandbox[];
  /** Ends all of them and the connections to them, at once. */
  close(): Promise<void>;
}

interface Sandbox {
  readonly network: ResolvedAlphaNetwork;
  readonly hardhatNetwork: string;
  readonly networkConfig: EdrNetworkConfig;
}

/**
 * Serves the sandboxes of the selected networks on consecutive ports: all of
 * them or, on any error, none.
 *
 * @throws HardhatPluginError on a selection that is no such thing, a network
 * without sandbox, and a port or hostname that cannot be had.
 */
export async function startSandboxes(
  hre: {
    readonly config: HardhatConfig;
    readonly network: ServerFactory;
  },
  selection: NetworkSelection,
  { port, hostname }: StartSandboxesParameters,
): Promise<StartedSandboxes> {
  const { config } = hre;
  const sandboxes = selectSandboxes(config, selection);
  const last = port + sandboxes.length - 1;
  if (last > LAST_PORT) {
    throw alphaError(
      `${sandboxes.length} sandboxes from port ${port} on would need port ${last}; the last one there is ${LAST_PORT}.`,
    );
  }
  // What may prompt or fail comes before anything is served.
  const facts = [];
  for (const { network, hardhatNetwork, networkConfig } of sandboxes) {
    const [portal] = await portalConfigs(
      config,
      { names: [hardhatNetwork], globalNetwork: undefined, sandbox: true },
      false,
    );
    if (portal !== undefined) {
      facts.push({
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
    hostname,
  );
  return {
    sandboxes: facts.map((sandbox, index) => {
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
        throw alphaError(
          `There is no sandbox of ${network.name}: ${selected.reason}.`,
        );
      }
      const { hardhatNetwork, networkConfig } = selected;
      if (networkConfig.type !== "edr-simulated") {
        throw alphaError(
          `The Hardhat network "${hardhatNetwork}" is no sandbox of ${network.name}.`,
        );
      }
      return { network, hardhatNetwork, networkConfig };
    },
  );
}

/**
 * A network's portal config for its sandbox: the node and the first block to read
 * from are the sandbox's. The other services are as configured: it has none.
 */
function sandboxPortal(
  portal: ShownPortalConfig,
  url: string,
  startBlock: number,
): ShownPortalConfig {
  const own: Readonly<Record<string, ShownPortalField["value"]>> = {
    nodeUri: url,
    startBlock,
  };
  return {
    ...portal,
    fields: portal.fields.map((field) => {
      const value = Object.hasOwn(own, field.field)
        ? own[field.field]
        : undefined;
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
