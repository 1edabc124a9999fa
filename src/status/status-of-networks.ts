import { askNetworks } from "../connect/ask-networks.ts";
import { openEndpoints } from "../connect/open-transport.ts";
import type { Reachable } from "../connect/reachable.ts";
import type { NetworkSelection } from "../connect/select-networks.ts";
import { combineOutcomes } from "../report/outcome.ts";
import type {
  NetworkStatus,
  NodeState,
  StatusReport,
} from "../report/status-report.ts";
import { outcomeOfState } from "../report/status-report.ts";
import { statusOfNetwork } from "./status-of-network.ts";

/** What may differ from the configured, for one query. */
export interface StatusOptions {
  /** In seconds. */
  readonly maxBlockAge?: number | undefined;
  /** Bounds the time of each network further, in ms. */
  readonly most?: number | undefined;
}

/**
 * The sync status of the selected networks' nodes, asked in parallel, and of
 * the further endpoints that a network has in the config.
 *
 * @throws HardhatPluginError on a selection or a URL that is no such thing.
 */
export async function statusOfNetworks(
  hre: Reachable,
  selection: NetworkSelection,
  { maxBlockAge, most }: StatusOptions = {},
): Promise<StatusReport> {
  const networks = await askNetworks(hre, selection, {
    most,
    ask: async (transport, selected, { chain, limits }) => {
      const { network, hardhatNetwork } = selected;
      const others = await openEndpoints(selected, most);
      try {
        return await statusOfNetwork(transport, {
          network: network.name,
          hardhatNetwork,
          chain,
          limits:
            maxBlockAge === undefined ? limits : { ...limits, maxBlockAge },
          others,
        });
      } finally {
        await Promise.all(others.map((other) => other.close()));
      }
    },
    unreachable: (
      { network, hardhatNetwork },
      _expectations,
      reason,
    ): NetworkStatus => ({
      network: network.name,
      hardhatNetwork,
      state: "unknown",
      endpoint: null,
      reason,
    }),
  });
  return {
    schemaVersion: 1,
    task: "status",
    outcome: combineOutcomes(networks.flatMap(statesOf).map(outcomeOfState)),
    networks,
  };
}

/** The states of all of a network's endpoints. */
function statesOf({ state, endpoints = [] }: NetworkStatus): NodeState[] {
  return [state, ...endpoints.map((endpoint) => endpoint.state)];
}
