import type { HardhatConfig } from "hardhat/types/config";
import { addressOf } from "../../base/address.ts";
import { endpointOrigin } from "../../base/secrets.ts";
import { portalFields } from "../../config/network-values.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import { type QueryLimits, timeLimits } from "../../connect/open-transport.ts";
import {
  type NetworkSelection,
  type SelectedNetwork,
  selectNetworks,
} from "../../connect/select-networks.ts";
import type { AlphaNetworkName } from "../../networks/definitions.ts";
import type {
  NetworkStatus,
  NodeStatus,
  ServiceName,
  ServiceStatus,
} from "../report.ts";
import type { TimeLimits } from "./ask-service.ts";
import { statusOfMetadataCache } from "./metadata-cache.ts";
import { type ExpectedProvider, statusOfProvider } from "./provider.ts";
import { statusOfSubgraph } from "./subgraph.ts";

/** In the order of reports. */
const SERVICES: readonly ServiceName[] = [
  "provider",
  "metadataCache",
  "subgraph",
];

/** The services of one network, and how to query them. */
export interface ServicesToQuery {
  readonly network: ResolvedAlphaNetwork;
  readonly urls: ServiceUrls;
  readonly limits: TimeLimits;
  /** The status of the network's node, which is queried at the same time. */
  readonly node: Promise<NodeStatus>;
}

/**
 * The status of a network's services, queried in parallel. The headers of the node are
 * not sent to them, and only their origins are shown.
 */
export async function statusOfServices({
  network,
  urls,
  limits,
  node,
}: ServicesToQuery): Promise<readonly ServiceStatus[]> {
  const ask = (service: ServiceName, url: string) => {
    switch (service) {
      case "provider":
        return statusOfProvider(url, limits, expectedProvider(network));
      case "metadataCache":
        return statusOfMetadataCache(url, limits);
      case "subgraph":
        return statusOfSubgraph(url, limits, node);
    }
  };
  return await Promise.all(
    SERVICES.map(async (service): Promise<ServiceStatus> => {
      const { url, setting } = urls[service];
      if (url === undefined) {
        return {
          service,
          state: "unknown",
          endpoint: null,
          reason: "its URL is not set",
          ...(setting === undefined ? {} : { remedy: `Set ${setting}.` }),
        };
      }
      const { state, ...rest } = await ask(service, url);
      const status = { service, state, endpoint: endpointOrigin(url), ...rest };
      return state === "ok" ||
        rest.remedy !== undefined ||
        setting === undefined
        ? status
        : {
            ...status,
            remedy: `Check the service, or set another one: ${setting}.`,
          };
    }),
  );
}

/** The report on the services of a simulated network. */
function skippedServices(): readonly ServiceStatus[] {
  return SERVICES.map((service) => ({
    service,
    state: "skipped",
    endpoint: null,
    reason: "a simulated network has no services",
  }));
}

function expectedProvider(network: ResolvedAlphaNetwork): ExpectedProvider {
  const { name, values, portal } = network;
  const { providerAddress } = portal;
  const configured = addressOf(providerAddress);
  const hasAddress = portalFields(network).some(
    ({ field }) => field === "providerAddress",
  );
  return {
    chainId: values.chainId,
    address: hasAddress ? configured : null,
    path: `alpha.networks.${name}.portal.providerAddress`,
  };
}

/** The default without a Hardhat network. In ms. */
const TIMEOUT = 20_000;

/** Adds the status of its services to that of a network. */
export type WithServices = (
  selected: SelectedNetwork,
  node: Promise<NetworkStatus>,
) => Promise<NetworkStatus>;

/**
 * Prepares the requests to the services of the selected networks. Each service has the
 * time limit of the network's node.
 *
 * @throws HardhatPluginError on an invalid selection or URL.
 */
export async function prepareServices(
  config: HardhatConfig,
  selection: NetworkSelection,
  queryLimits: QueryLimits | undefined,
): Promise<WithServices> {
  const urls = await serviceUrls(config, selection);
  return async (selected, node) => {
    const given = urls.get(selected.network.name);
    if (given === undefined || hasNoServices(selected, selection)) {
      return { ...(await node), services: skippedServices() };
    }
    const [status, services] = await Promise.all([
      node,
      statusOfServices({
        network: selected.network,
        urls: given,
        limits: timeLimits(timeoutOf(selected), queryLimits),
        node,
      }),
    ]);
    return { ...status, services };
  };
}

function timeoutOf(selected: SelectedNetwork): number {
  return selected.hardhatNetwork !== null &&
    selected.networkConfig.type === "http"
    ? selected.networkConfig.timeout
    : TIMEOUT;
}

/** The URLs of a network's services, and the setting of each. */
export type ServiceUrls = Readonly<
  Record<
    ServiceName,
    {
      /** `undefined` if it is not set. */
      readonly url: string | undefined;
      /** `undefined` if the config has no setting for it. */
      readonly setting?: string | undefined;
    }
  >
>;

/**
 * Whether a network has no services: no backend serves a simulated chain, including
 * forks.
 */
function hasNoServices(
  selected: SelectedNetwork,
  { sandbox }: NetworkSelection,
): boolean {
  return selected.hardhatNetwork === null
    ? sandbox
    : selected.networkConfig.type === "edr-simulated";
}

/**
 * The URLs of the selected networks' services. They are resolved one after the other,
 * since a keystore may prompt.
 *
 * @throws HardhatPluginError on an invalid selection or URL.
 */
async function serviceUrls(
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
      return { url, setting: layered?.setting };
    };
    networks.set(name, {
      provider: await urlOf("providerUri"),
      metadataCache: await urlOf("metadataCacheUri"),
      subgraph: await urlOf("subgraphUri"),
    });
  }
  return networks;
}
