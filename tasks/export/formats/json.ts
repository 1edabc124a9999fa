import { printJson } from "../../cli/json.ts";
import type { ExportFormat } from "../format.ts";
import { dataGaps, networkData } from "../network-data.ts";

/** The addresses by network. The schema is `schemas/export.json`. */
export const JSON_FORMAT: ExportFormat = {
  content: "json",
  render: ({ networks }) => ({
    text: printJson(
      Object.fromEntries(
        networks.map(({ network }) => [network.name, networkData(network)]),
      ),
    ),
    gaps: networks.flatMap(({ network }) => dataGaps(network)),
  }),
};
