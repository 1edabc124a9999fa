import type { HardhatConfig } from "hardhat/types/config";
import type {
  NetworkSelection,
  SelectedNetwork,
} from "../connect/select-networks.ts";
import { timeLimits } from "../connect/time-limits.ts";
import type { NetworkStatus } from "../report/status-report.ts";
import { hasNoServices, serviceUrls } from "./service-urls.ts";
import { skippedServices, statusOfServices } from "./status-of-services.ts";

/** Where no Hardhat network says it. In ms. */
const TIMEOUT = 20_000;

/** Adds its services' status to a network's, whose node is being asked. */
export type WithServices = (
  selected: SelectedNetwork,
  node: Promise<NetworkStatus>,
) => Promise<NetworkStatus>;

/**
 * Prepares the questions to the selected networks' services. Each has the time
 * that the network's node has.
 *
 * @param most bounds the time of each service further, in ms
 * @throws HardhatPluginError on a selection or a URL that is no such thing.
 */
export async function prepareServices(
  config: HardhatConfig,
  selection: NetworkSelection,
  most: number | undefined,
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
        limits: timeLimits(timeoutOf(selected), most),
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
