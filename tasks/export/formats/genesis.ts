import { genesisAllocation, genesisOf } from "../../../src/sandbox/genesis.ts";
import type { ChainState } from "../../../src/sandbox/read-state.ts";
import { printJson } from "../../cli/json.ts";
import type { ExportFormat, ExportInput } from "../format.ts";

/** A format for the state of one sandbox. */
function stateFormat(
  dataOf: (
    state: ChainState,
    chainId: number,
    timestamp: ExportInput["timestamp"],
  ) => unknown,
): ExportFormat {
  return {
    content: "json",
    isUnmarked: true,
    isOfOneNetwork: true,
    readsState: true,
    render: ({ networks: [exported], timestamp }) => {
      const { network, state } = exported ?? {};
      return {
        text:
          network &&
          state &&
          printJson(dataOf(state, network.values.chainId, timestamp)),
        gaps: [],
      };
    },
  };
}

/** The state of a sandbox as the allocation of a genesis file. */
export const ALLOCS = stateFormat(genesisAllocation);

/**
 * A genesis file with which a node starts with the state of a sandbox. Its time is that
 * of the export: a node that makes no empty blocks would be stale since 1970.
 */
export const GENESIS = stateFormat((state, chainId, timestamp) =>
  genesisOf(state, {
    chainId,
    timestamp: BigInt(Date.parse(timestamp(Date.now())) / 1000),
  }),
);
