import { setTimeout as sleep } from "node:timers/promises";
import type { Cause } from "../base/problems.ts";
import { askNetworks, type Expectations } from "../connect/ask-networks.ts";
import {
  type BadVariable,
  openHttp,
  type QueryLimits,
  readUrl,
} from "../connect/open-transport.ts";
import {
  type NetworkSelection,
  type Reachable,
  type SelectedNetwork,
  selectNetworks,
} from "../connect/select-networks.ts";
import type { RpcTransport } from "../rpc/types.ts";
import { statusReport } from "./checks.ts";
import { type AskedEndpoint, compareEndpoints } from "./compare-endpoints.ts";
import type { NetworkStatus, NodeStatus, StatusReport } from "./report.ts";
import type { WithServices } from "./services/status-of-services.ts";
import {
  type QueriedNode,
  queriedNode,
  statusMeanwhile,
  type WatchedQuery,
} from "./silent-nodes.ts";
import { statusOfNode } from "./status-of-node.ts";

/** The options of one query, in place of the configured ones. */
export interface StatusOptions {
  /** In seconds. */
  readonly maxBlockAge?: number | undefined;
  readonly limits?: QueryLimits | undefined;
  /** Queries the backend's services, too. */
  readonly services?: boolean | undefined;
  readonly watch?: WatchedQuery | undefined;
}

/**
 * The sync status of the selected networks' nodes, asked in parallel, and of
 * the further endpoints that a network has in the config; on request that of the
 * backend's services.
 *
 * @throws HardhatPluginError on an invalid selection or URL.
 */
export async function statusOfNetworks(
  hre: Reachable,
  selection: NetworkSelection,
  { maxBlockAge, limits: queryLimits, services, watch }: StatusOptions = {},
): Promise<StatusReport> {
  let withServices: WithServices = async (_selected, node) => await node;
  if (services) {
    const { prepareServices } = await import(
      "./services/status-of-services.ts"
    );
    const { config } = hre;
    withServices = await prepareServices(config, selection, queryLimits);
  }
  // One after the other, and before any time limit starts, since a keystore may prompt.
  const endpoints = new Map<string | null, readonly string[] | BadVariable>();
  const queried: QueriedNode[] = [];
  const current = new Map<string, (now: WatchedQuery) => NetworkStatus>();
  const asking = (
    selected: SelectedNetwork,
    nodes: readonly QueriedNode[] = [],
  ) => {
    const names = namesOf(selected);
    queried.push(...nodes);
    current.set(keyOf(selected), (now) => statusMeanwhile(names, nodes, now));
  };
  const ended = (selected: SelectedNetwork, status: NetworkStatus) => {
    current.set(keyOf(selected), () => status);
    return status;
  };
  for (const selected of selectNetworks(hre.config, selection)) {
    endpoints.set(selected.hardhatNetwork, await readEndpoints(selected));
    asking(selected);
  }
  const unreachable = async (
    selected: SelectedNetwork,
    { reason, remedy }: Cause,
  ) => {
    const status = { state: "unknown", endpoint: null } as const;
    const node = { ...namesOf(selected), ...status, reason, remedy };
    return ended(selected, await withServices(selected, Promise.resolve(node)));
  };
  const tell = (now: WatchedQuery) => {
    if (queried.some((node) => node.silentSeconds(now.interval) > 0)) {
      now.onSilent(statusReport([...current.values()].map((of) => of(now))));
    }
  };
  const timer = watch && setInterval(tell, 1_000, watch);
  const asked = askNetworks(hre, selection, {
    limits: queryLimits,
    ask: async (transport, selected, { limits, ...expectations }) => {
      const urls = endpoints.get(selected.hardhatNetwork) ?? [];
      if ("reason" in urls) {
        return await unreachable(selected, urls);
      }
      const others = await openEndpoints(selected, urls, queryLimits);
      try {
        const nodes = [transport, ...others].map(queriedNode);
        const [main = transport, ...rest] = nodes;
        asking(selected, nodes);
        const node = statusOfNetwork(main, {
          ...namesOf(selected),
          ...expectations,
          limits: { ...limits, maxBlockAge: maxBlockAge ?? limits.maxBlockAge },
          others: rest,
        });
        return ended(selected, await withServices(selected, node));
      } finally {
        await Promise.all(others.map((other) => other.close()));
      }
    },
    unreachable: async (selected, _expectations, cause) =>
      await unreachable(selected, cause),
  });
  const networks = await asked.finally(() => clearInterval(timer));
  return statusReport(networks);
}

/**
 * The URLs of the further endpoints of a network, each once, or why one is not known. One
 * that is the main URL too is left out: the same node twice confirms nothing.
 */
async function readEndpoints(
  selected: SelectedNetwork,
): Promise<readonly string[] | BadVariable> {
  const { network, networkConfig: config } = selected;
  const { chainId } = network.values;
  // A network of the user's may have another chain, such as that of a local node.
  if (config?.type !== "http" || (config.chainId ?? chainId) !== chainId) {
    return [];
  }
  const main = await readUrl(config.url);
  if (typeof main !== "string") {
    // Without it, none is asked.
    return [];
  }
  const seen = new Set([locationOf(main)]);
  const urls: string[] = [];
  for (const endpoint of network.endpoints) {
    const url = await readUrl(endpoint);
    if (typeof url === "object") {
      return url;
    }
    if (url !== undefined && !seen.has(locationOf(url))) {
      seen.add(locationOf(url));
      urls.push(url);
    }
  }
  return urls;
}

/** A URL with its credentials, which may be what one of two is for. */
function locationOf(url: string): string {
  return new URL(url).href.replace(/\/+$/, "");
}

/**
 * Transports to further endpoints of a network. The configured headers may contain
 * credentials for the main URL, so they are not sent.
 */
async function openEndpoints(
  { networkConfig }: SelectedNetwork,
  urls: readonly string[],
  limits?: QueryLimits,
): Promise<readonly RpcTransport[]> {
  const live = networkConfig?.type === "http" ? networkConfig : {};
  const options = { ...live, httpHeaders: {} };
  return await Promise.all(urls.map((url) => openHttp(url, options, limits)));
}

type NetworkNames = Pick<NetworkStatus, "network" | "hardhatNetwork">;

function namesOf({ network, hardhatNetwork }: SelectedNetwork): NetworkNames {
  return { network: network.name, hardhatNetwork };
}

function keyOf(selected: SelectedNetwork): string {
  return JSON.stringify(namesOf(selected));
}

/** One network whose node is asked, and what is expected of it. */
export interface NetworkToQuery extends NetworkNames, Expectations {
  /** Ways to the network's other endpoints. */
  readonly others?: readonly RpcTransport[];
}

/**
 * The sync status of the node that a transport reaches, compared with the
 * network's other endpoints where there are some.
 */
export async function statusOfNetwork(
  transport: RpcTransport,
  {
    network,
    hardhatNetwork,
    chain,
    limits,
    others = [],
    remedy,
  }: NetworkToQuery,
): Promise<NetworkStatus> {
  const asked = async (way: RpcTransport): Promise<AskedEndpoint> => ({
    transport: way,
    ...(await statusOfNode(way, chain, limits, others.length > 0)),
  });
  const compared = await compareEndpoints(
    ...(await Promise.all([asked(transport), Promise.all(others.map(asked))])),
  );
  return {
    network,
    hardhatNetwork,
    endpoint: transport.endpoint,
    ...withRemedy(compared.main, remedy),
    ...(others.length > 0 && {
      endpoints: compared.others.map((other) =>
        withRemedy(
          other,
          `Check the node, or change alpha.networks.${network}.endpoints in the Hardhat config.`,
        ),
      ),
    }),
  };
}

function withRemedy<T extends NodeStatus>(
  status: T,
  remedy: string | undefined,
): T {
  if (status.state === "ok" || remedy === undefined) {
    return status;
  }
  return { ...status, remedy: status.remedy ?? remedy };
}

/** Between the end of one query and the next, in ms. */
const INTERVAL = 2_000;
/**
 * A query that has less time, in ms, is not begun again: it would end by its own limit, and
 * call nodes unknown that the report before could tell.
 */
const MIN_QUERY_TIME = 1_000;

export interface WaitForOkParameters {
  /** Queries the networks, within the given time in ms. */
  readonly query: (maxMs: number) => Promise<StatusReport>;
  /** In ms. */
  readonly timeout: number;
  /** Told of every report that is not ok. */
  readonly onReport: (report: StatusReport) => void;
  /** In ms. */
  readonly interval?: number;
}

/**
 * Queries until all is ok, or there is no time for another query. The last report is
 * returned, whatever it says.
 */
export async function waitForOk({
  query,
  timeout,
  onReport,
  interval = INTERVAL,
}: WaitForOkParameters): Promise<StatusReport> {
  const end = performance.now() + timeout;
  for (let left = timeout; ; left = end - performance.now()) {
    const report = await query(Math.max(1, left));
    const pause = Math.min(interval, end - performance.now() - MIN_QUERY_TIME);
    if (report.outcome === "ok" || pause < 0) {
      return report;
    }
    onReport(report);
    await sleep(pause);
  }
}
