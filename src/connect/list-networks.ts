import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { Address } from "../base/address.ts";
import { endpointOrigin } from "../base/secrets.ts";
import { ownAddresses } from "../config/contracts.ts";
import { hasKeystore } from "../config/layered-url.ts";
import { unsetPaths } from "../config/network-values.ts";
import type { NetworkVersions } from "../networks/definition.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import { readUrl } from "./open-transport.ts";
import {
  type NetworkSelection,
  type SelectedNetwork,
  selectNetworks,
} from "./select-networks.ts";

/**
 * The selected networks and their characteristics. No node is queried; variables are
 * read for the origins of endpoints, none of which is an error.
 *
 * @throws HardhatPluginError on an invalid selection or URL in the config.
 */
export async function listNetworks(
  hre: Pick<HardhatRuntimeEnvironment, "config">,
  selection: NetworkSelection,
): Promise<NetworksReport> {
  const networks: NetworkSummary[] = [];
  for (const selected of selectNetworks(hre.config, selection)) {
    const { network } = selected;
    const { chainId, networkId, isDefault } = network.values;
    const contracts = ownAddresses(network);
    const unset = unsetPaths(network, hasKeystore(hre.config));
    networks.push({
      network: network.name,
      hardhatNetwork: selected.hardhatNetwork,
      sandboxNetwork: network.sandboxNetwork.name,
      forkNetwork: network.forkNetwork.name,
      chainId,
      networkId,
      role: network.role,
      isDefault,
      feeToken: network.feeToken?.symbol ?? null,
      versions: network.versions,
      endpoint: await endpointOf(selected, unset),
      unset,
      ...(Object.keys(contracts).length === 0 ? {} : { contracts }),
    });
  }
  return { schemaVersion: 1, task: "networks", networks };
}

/** The endpoint; a variable that should have it, and does not, is added to `unset`. */
async function endpointOf(
  { networkConfig }: SelectedNetwork,
  unset: string[],
): Promise<string | null> {
  if (networkConfig === undefined) {
    return null;
  }
  if (networkConfig.type === "edr-simulated") {
    return "in-process";
  }
  const url = await readUrl(networkConfig.url);
  if (typeof url === "object") {
    unset.push(url.variable);
    return null;
  }
  return url === undefined ? null : endpointOrigin(url);
}

/** The report of `alpha networks`; `schemas/networks.json` describes it. */
export interface NetworksReport {
  readonly schemaVersion: 1;
  readonly task: "networks";
  readonly networks: readonly NetworkSummary[];
}

/** A network in the report of `alpha networks`. */
export interface NetworkSummary {
  readonly network: AlphaNetworkName;
  /** `null` if another network of the config has the name. */
  readonly hardhatNetwork: string | null;
  /** Its in-process sandbox; `null` if there is none. */
  readonly sandboxNetwork: string | null;
  /** Its fork; `null` unless `alpha.forks` is set. */
  readonly forkNetwork: string | null;
  readonly chainId: number;
  readonly networkId: number;
  readonly role: string;
  readonly isDefault: boolean;
  /** Its symbol; `null` if it is not set. */
  readonly feeToken: string | null;
  readonly versions: NetworkVersions;
  /** An origin or `in-process`; `null` if the URL is not known. */
  readonly endpoint: string | null;
  /** The paths of the values that are not set, and the variable of an unknown endpoint. */
  readonly unset: readonly string[];
  /** The project's own contracts by name; missing if there are none. */
  readonly contracts?: Readonly<Record<string, Address>>;
  /**
   * The proxies among them that the lock file has, each with the name or
   * address of what it runs; missing if there are none.
   */
  readonly proxies?: Readonly<Record<string, string>>;
}
