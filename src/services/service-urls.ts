import type { HardhatConfig } from "hardhat/types/config";
import type {
  NetworkSelection,
  SelectedNetwork,
} from "../connect/select-networks.ts";
import { selectNetworks } from "../connect/select-networks.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { ServiceName } from "../report/status-report.ts";

/** One network's URLs of services, or what to do where nobody gives one. */
export type ServiceUrls = Readonly<
  Record<ServiceName, { readonly url: string } | { readonly hint: string }>
>;

/**
 * Whether a network has no services of its own: a simulated chain, forks
 * included, is nobody's backend's.
 */
export function hasNoServices(
  selected: SelectedNetwork,
  { sandbox }: NetworkSelection,
): boolean {
  return selected.hardhatNetwork === null
    ? sandbox
    : selected.networkConfig.type === "edr-simulated";
}

/**
 * The URLs of the selected networks' services. They are read one after the
 * other, since a keystore may prompt.
 *
 * @throws HardhatPluginError on a selection or a URL that is no such thing.
 */
export async function serviceUrls(
  config: HardhatConfig,
  selection: NetworkSelection,
): Promise<ReadonlyMap<AlphaNetworkName, ServiceUrls>> {
  const networks = new Map<AlphaNetworkName, ServiceUrls>();
  for (const selected of selectNetworks(config, selection)) {
    const { name, backend } = selected.network;
    if (hasNoServices(selected, selection) || networks.has(name)) {
      continue;
    }
    const urlOf = async (field: string) => {
      const layered = backend[field];
      const url = (await layered?.resolve())?.value;
      return url === undefined ? { hint: layered?.hint ?? "" } : { url };
    };
    networks.set(name, {
      provider: await urlOf("providerUri"),
      metadataCache: await urlOf("metadataCacheUri"),
      subgraph: await urlOf("subgraphUri"),
    });
  }
  return networks;
}
