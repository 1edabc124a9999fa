import type { HardhatConfig } from "hardhat/types/config";
import { withoutUndefined } from "../../base/records.ts";
import {
  type QueryLimits,
  readUrl,
  timeLimits,
} from "../../connect/open-transport.ts";
import {
  type NetworkSelection,
  type SelectedNetwork,
  selectNetworks,
} from "../../connect/select-networks.ts";
import type { NetworkStatus, ServiceStatus } from "../report.ts";
import { METADATA_CACHE } from "./metadata-cache.ts";
import { OCEAN_NODE } from "./ocean-node.ts";
import { PROVIDER } from "./provider.ts";
import {
  type Service,
  type ServicesToQuery,
  type ServiceUrls,
  statusOfService,
  unknown,
} from "./service.ts";
import { SUBGRAPH } from "./subgraph.ts";

/** In the order of reports. */
const SERVICES: readonly Service<unknown>[] = [
  PROVIDER,
  METADATA_CACHE,
  SUBGRAPH,
  OCEAN_NODE,
];

/**
 * The status of a network's services, queried in parallel. The headers of the node are
 * not sent to them, and only their origins are shown.
 */
export async function statusOfServices(
  query: ServicesToQuery,
): Promise<readonly ServiceStatus[]> {
  const { urls } = query;
  const hasOceanNode = urls.get(OCEAN_NODE.field)?.url !== undefined;
  const services = SERVICES.filter(
    ({ isOptional }) => !isOptional || hasOceanNode,
  );
  return await Promise.all(
    services.map(async (one): Promise<ServiceStatus> => {
      const { url, setting } = urls.get(one.field) ?? {};
      const remedy = (advice: string) => setting && `${advice} ${setting}.`;
      const unasked = { service: one.service, endpoint: null };
      if (url === undefined) {
        const judgement = hasOceanNode
          ? SKIPPED_FOR_NODE
          : unknown("its URL is not set", remedy("Set"));
        return { ...unasked, ...judgement };
      }
      if (typeof url === "object") {
        return { ...unasked, ...unknown(url.reason, url.remedy) };
      }
      const status = await statusOfService(one, url, query);
      const advice = remedy("Check the service, or set another one:");
      if (status.state === "ok") {
        return status;
      }
      return withoutUndefined({ ...status, remedy: status.remedy ?? advice });
    }),
  );
}

const SKIPPED_FOR_NODE = {
  state: "skipped",
  reason: "the Ocean Node replaces it",
} as const;

/** The report on services that are not queried. */
function skipped(reason: string): readonly ServiceStatus[] {
  return SERVICES.filter(({ isOptional }) => !isOptional).map(
    ({ service }) => ({ service, state: "skipped", endpoint: null, reason }),
  );
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
 * time limit of the network's node. Their URLs are resolved one after the other, since a
 * keystore may prompt.
 *
 * @throws HardhatPluginError on an invalid selection or URL in the config.
 */
export async function prepareServices(
  config: HardhatConfig,
  selection: NetworkSelection,
  queryLimits: QueryLimits | undefined,
): Promise<WithServices> {
  const urlsOf = new Map<string, ServiceUrls>();
  for (const selected of selectNetworks(config, selection)) {
    const { name, backend } = selected.network;
    if (whySkipped(selected, selection) || urlsOf.has(name)) {
      continue;
    }
    const urls = new Map();
    for (const { field } of SERVICES) {
      const layered = backend[field];
      const url = layered && (await readUrl(layered));
      urls.set(field, { url, setting: layered?.setting });
    }
    urlsOf.set(name, urls);
  }
  return async (selected, node) => {
    const { network } = selected;
    const urls = urlsOf.get(network.name) ?? new Map();
    const reason = whySkipped(selected, selection);
    if (reason !== undefined) {
      return { ...(await node), services: skipped(reason) };
    }
    const limits = timeLimits(timeoutOf(selected), queryLimits);
    const [status, services] = await Promise.all([
      node,
      statusOfServices({ network, urls, limits, node }),
    ]);
    return { ...status, services };
  };
}

function timeoutOf({ networkConfig }: SelectedNetwork): number {
  return networkConfig?.type === "http" ? networkConfig.timeout : TIMEOUT;
}

const SIMULATED = "a simulated network has no services";

/** The reason why the services of a network are not those of the selected chain. */
function whySkipped(
  { network, networkConfig }: SelectedNetwork,
  { sandbox }: NetworkSelection,
): string | undefined {
  const { chainId } = network.values;
  const type = networkConfig?.type ?? (sandbox ? "edr-simulated" : "http");
  if (type === "edr-simulated") {
    return SIMULATED;
  }
  // A network of the user's may have another chain, such as that of a local node.
  return (networkConfig?.chainId ?? chainId) === chainId
    ? undefined
    : `they are those of the chain ${chainId}`;
}
