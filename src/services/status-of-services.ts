import { isAddress } from "../config/checksum.ts";
import type { ResolvedAlphaNetwork } from "../config/types.ts";
import type { NetworkDefinition } from "../networks/definition.ts";
import { NETWORK_DEFINITIONS } from "../networks/definitions.ts";
import type {
  NodeStatus,
  ServiceName,
  ServiceStatus,
} from "../report/status-report.ts";
import { endpointOrigin } from "../rpc/secrets/endpoint-origin.ts";
import type { ExpectedProvider } from "./judge-provider.ts";
import type { ServiceUrls } from "./service-urls.ts";
import { statusOfMetadataCache } from "./status-of-metadata-cache.ts";
import { statusOfProvider } from "./status-of-provider.ts";
import { statusOfSubgraph } from "./status-of-subgraph.ts";
import type { TimeLimits } from "./with-client.ts";

/** In the order of reports. */
const SERVICES: readonly ServiceName[] = [
  "provider",
  "metadataCache",
  "subgraph",
];

/** What it takes to ask the services of one network. */
export interface ServicesToQuery {
  readonly network: ResolvedAlphaNetwork;
  readonly urls: ServiceUrls;
  readonly limits: TimeLimits;
  /** The network's node, which is being asked at the same time. */
  readonly node: Promise<NodeStatus>;
}

/**
 * The status of a network's services, asked in parallel. They are sent nothing
 * that is configured for the node, and only their origins are shown.
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
      const given = urls[service];
      if (!("url" in given)) {
        const reason = `its URL is unset. ${given.hint}`.trim();
        return { service, state: "unknown", endpoint: null, reason };
      }
      const { state, ...rest } = await ask(service, given.url);
      const endpoint = endpointOrigin(given.url);
      return { service, state, endpoint, ...rest };
    }),
  );
}

/** The services of a network that has none, which nobody asks. */
export function skippedServices(): readonly ServiceStatus[] {
  return SERVICES.map((service) => ({
    service,
    state: "skipped",
    endpoint: null,
    reason: "a simulated network has no services",
  }));
}

function expectedProvider({
  name,
  values,
  portal,
}: ResolvedAlphaNetwork): ExpectedProvider {
  const definition: NetworkDefinition = NETWORK_DEFINITIONS[name];
  const { providerAddress } = portal;
  const configured = isAddress(providerAddress) ? providerAddress : undefined;
  return {
    chainId: values.chainId,
    address: Object.hasOwn(definition.portal, "providerAddress")
      ? configured
      : null,
    path: `alpha.networks.${name}.portal.providerAddress`,
  };
}
