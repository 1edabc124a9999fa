import { genesisOf } from "../../../src/sandbox/genesis.ts";
import { printJson } from "../../cli/json.ts";
import type { ExportFormat } from "../format.ts";

/**
 * A genesis file with which a node starts with the state of a sandbox. Its time is that
 * of the export: a node that makes no empty blocks would be stale since 1970.
 */
export const GENESIS: ExportFormat = {
  content: "json",
  isUnmarked: true,
  isOfOneNetwork: true,
  readsState: true,
  render: ({ networks: [exported], timestamp }) => ({
    text:
      exported?.state === undefined
        ? undefined
        : printJson(
            genesisOf(exported.state, {
              chainId: exported.network.values.chainId,
              timestamp: BigInt(Date.parse(timestamp(Date.now())) / 1000),
            }),
          ),
    gaps: [],
    notes: [],
  }),
};
