import { setTimeout as sleep } from "node:timers/promises";
import type { ResolvedAlphaNetwork } from "../config/types.ts";
import { askNetworks } from "../connect/ask-networks.ts";
import type { ExpectedChain } from "../connect/judge-chain.ts";
import type { FreshnessLimits } from "../connect/judge-freshness.ts";
import { openEndpoints, type QueryLimits } from "../connect/open-transport.ts";
import type { Reachable } from "../connect/reachable.ts";
import type {
  NetworkSelection,
  SelectedNetwork,
} from "../connect/select-networks.ts";
import type { RpcTransport } from "../rpc/types.ts";
import { statusReport } from "./checks.ts";
import { compareEndpoints } from "./compare-endpoints.ts";
import type { NetworkStatus, NodeStatus, StatusReport } from "./report.ts";
import { statusOfNode } from "./status-of-node.ts";

/** What may differ from the configured, for one query. */
export interface StatusOptions {
  /** In seconds. */
  readonly maxBlockAge?: number | undefined;
  readonly limits?: QueryLimits | undefined;
  /** Whether the backend's services are asked too. */
  readonly services?: boolean | undefined;
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
  { maxBlockAge, limits: queryLimits, services = false }: StatusOptions = {},
): Promise<StatusReport> {
  const withServices = services
    ? await (await import("./services/status-of-services.ts")).prepareServices(
        hre.config,
        selection,
        queryLimits,
      )
    : async (_selected: SelectedNetwork, node: Promise<NetworkStatus>) =>
        await node;
  const networks = await askNetworks(hre, selection, {
    limits: queryLimits,
    ask: async (transport, selected, { chain, limits, remedy }) => {
      const { network, hardhatNetwork } = selected;
      const others = await openEndpoints(selected, queryLimits);
      try {
        const node = statusOfNetwork(transport, {
          network: network.name,
          hardhatNetwork,
          chain,
          limits:
            maxBlockAge === undefined ? limits : { ...limits, maxBlockAge },
          others,
          remedy,
        });
        return await withServices(selected, node);
      } finally {
        await Promise.all(others.map((other) => other.close()));
      }
    },
    unreachable: async (selected, _expectations, { reason, remedy }) => {
      const node: NetworkStatus = {
        network: selected.network.name,
        hardhatNetwork: selected.hardhatNetwork,
        state: "unknown",
        endpoint: null,
        reason,
        remedy,
      };
      return await withServices(selected, Promise.resolve(node));
    },
  });
  return statusReport(networks);
}

/** One network whose node is asked, and what is expected of it. */
export interface NetworkToQuery {
  readonly network: ResolvedAlphaNetwork["name"];
  readonly hardhatNetwork: string | null;
  readonly chain: ExpectedChain;
  readonly limits: FreshnessLimits;
  /** Ways to the network's other endpoints. */
  readonly others?: readonly RpcTransport[];
  /** What to do about the node, where its state tells nothing better. */
  readonly remedy?: string | undefined;
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
  const asked = async (way: RpcTransport) => ({
    transport: way,
    status: await statusOfNode(way, chain, limits),
  });
  const [main, ...rest] = await Promise.all([
    asked(transport),
    ...others.map(asked),
  ]);
  const compared = await compareEndpoints(main, rest);
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
  return status.state === "ok" || remedy === undefined
    ? status
    : { ...status, remedy: status.remedy ?? remedy };
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
