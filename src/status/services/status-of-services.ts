import type { HardhatConfig } from "hardhat/types/config";
import { withoutUndefined } from "../../base/records.ts";
import { type QueryLimits, timeLimits } from "../../connect/open-transport.ts";
import {
  type NetworkSelection,
  type SelectedNetwork,
  selectNetworks,
} from "../../connect/select-networks.ts";
import type { NetworkStatus, ServiceStatus } from "../report.ts";
import { METADATA_CACHE } from "./metadata-cache.ts";
import { PROVIDER } from "./provider.ts";
import {
  type Service,
  type ServiceContext,
  statusOfService,
  type TimeLimits,
} from "./service.ts";
import { SUBGRAPH } from "./subgraph.ts";

/** In the order of reports. */
const SERVICES: readonly Service<unknown>[] = [
  PROVIDER,
  METADATA_CACHE,
  SUBGRAPH,
];

/** The URL of each service, and its setting, by the field of the backend's config. */
export type ServiceUrls = ReadonlyMap<
  string,
  {
    /** `undefined` if it is not set. */
    readonly url: string | undefined;
    /** `undefined` if the config has no setting for it. */
    readonly setting?: string | undefined;
  }
>;

/** The services of one network, and how to query them. */
export interface ServicesToQuery
  extends Pick<ServiceContext<unknown>, "network" | "node"> {
  readonly urls: ServiceUrls;
  readonly limits: TimeLimits;
}

/**
 * The status of a network's services, queried in parallel. The headers of the node are
 * not sent to them, and only their origins are shown.
 */
export async function statusOfServices({
  urls,
  ...query
}: ServicesToQuery): Promise<readonly ServiceStatus[]> {
  return await Promise.all(
    SERVICES.map(async (one): Promise<ServiceStatus> => {
      const { url, setting } = urls.get(one.field) ?? {};
      const remedy = (advice: string) => setting && `${advice} ${setting}.`;
      if (url === undefined) {
        return withoutUndefined({
          service: one.service,
          state: "unknown" as const,
          endpoint: null,
          reason: "its URL is not set",
          remedy: remedy("Set"),
        });
      }
      const status = await statusOfService(one, url, query);
      const advice = remedy("Check the service, or set another one:");
      return status.state === "ok"
        ? status
        : withoutUndefined({ ...status, remedy: status.remedy ?? advice });
    }),
  );
}

/** The report on the services of a simulated network, which no backend serves. */
const SKIPPED: readonly ServiceStatus[] = SERVICES.map(({ service }) => ({
  service,
  state: "skipped",
  endpoint: null,
  reason: "a simulated network has no services",
}));

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
 * @throws HardhatPluginError on an invalid selection or URL.
 */
export async function prepareServices(
  config: HardhatConfig,
  selection: NetworkSelection,
  queryLimits: QueryLimits | undefined,
): Promise<WithServices> {
  const urlsOf = new Map<string, ServiceUrls>();
  for (const selected of selectNetworks(config, selection)) {
    const { name, backend } = selected.network;
    if (isSimulated(selected, selection) || urlsOf.has(name)) {
      continue;
    }
    const urls = new Map();
    for (const { field } of SERVICES) {
      const layered = backend[field];
      const url = (await layered?.resolve())?.value;
      urls.set(field, { url, setting: layered?.setting });
    }
    urlsOf.set(name, urls);
  }
  return async (selected, node) => {
    const { network } = selected;
    const urls = urlsOf.get(network.name);
    if (urls === undefined || isSimulated(selected, selection)) {
      return { ...(await node), services: SKIPPED };
    }
    const limits = timeLimits(timeoutOf(selected), queryLimits);
    const [status, services] = await Promise.all([
      node,
      statusOfServices({ network, urls, limits, node }),
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

/** Whether a network is a simulated chain, which includes forks. */
function isSimulated(
  selected: SelectedNetwork,
  { sandbox }: NetworkSelection,
): boolean {
  return selected.hardhatNetwork === null
    ? sandbox
    : selected.networkConfig.type === "edr-simulated";
}
