import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { askNetworks } from "../connect/ask-networks.ts";
import type { NetworkSelection } from "../connect/select-networks.ts";
import { combineOutcomes } from "../report/outcome.ts";
import type { NetworkStatus, StatusReport } from "../report/status-report.ts";
import { outcomeOfState } from "../report/status-report.ts";
import { statusOfNetwork } from "./status-of-network.ts";

/**
 * The sync status of the selected networks' nodes, asked in parallel.
 *
 * @throws HardhatPluginError on a selection or a URL that is no such thing.
 */
export async function statusOfNetworks(
  hre: Pick<HardhatRuntimeEnvironment, "config" | "network">,
  selection: NetworkSelection,
): Promise<StatusReport> {
  const networks = await askNetworks(hre, selection, {
    ask: async (transport, { network, hardhatNetwork }, expectations) =>
      await statusOfNetwork(transport, {
        network: network.name,
        hardhatNetwork,
        ...expectations,
      }),
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
    outcome: combineOutcomes(
      networks.map(({ state }) => outcomeOfState(state)),
    ),
    networks,
  };
}
