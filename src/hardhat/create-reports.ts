import type {
  NetworkSelection,
  Reachable,
} from "../connect/select-networks.ts";
import type { AlphaRuntime, NetworkParameters } from "./connections/types.ts";

/**
 * Creates `verify` and `status`, of `hre.alpha` and of a connection.
 *
 * @param reach The networks of a report, by its parameters.
 */
export function createReports(
  reach: (parameters: NetworkParameters) => {
    readonly reachable: Reachable;
    readonly selection: NetworkSelection;
  },
): Pick<AlphaRuntime, "verify" | "status"> {
  return {
    verify: async (parameters = {}) => {
      const { verifyReport } = await import("../verify/verify-networks.ts");
      const { reachable, selection } = reach(parameters);
      return await verifyReport(reachable, selection, parameters);
    },
    status: async (parameters = {}) => {
      const { statusOfNetworks } = await import(
        "../status/status-of-networks.ts"
      );
      const { reachable, selection } = reach(parameters);
      return await statusOfNetworks(reachable, selection, parameters);
    },
  };
}
