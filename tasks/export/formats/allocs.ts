import { genesisAllocation } from "../../../src/sandbox/genesis.ts";
import { printJson } from "../../cli/json.ts";
import type { ExportFormat } from "../format.ts";

/** The state of a sandbox as the allocation of a genesis file. */
export const ALLOCS: ExportFormat = {
  content: "json",
  isUnmarked: true,
  isOfOneNetwork: true,
  readsState: true,
  render: ({ networks: [exported] }) => ({
    text:
      exported?.state === undefined
        ? undefined
        : printJson(genesisAllocation(exported.state)),
    gaps: [],
    notes: [],
  }),
};
