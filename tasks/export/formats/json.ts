import { printJson } from "../../cli/json.ts";
import type { ExportFormat } from "../format.ts";
import { dataGaps, networkData } from "../network-data.ts";

/** The addresses by network. The schema is `schemas/export.json`. */
export const JSON_FORMAT: ExportFormat = {
  content: "json",
  isUnmarked: true,
  render: ({ networks }) => {
    const data = networks.map(
      ({ network }) => [network, networkData(network)] as const,
    );
    return {
      text: printJson(
        Object.fromEntries(data.map(([{ name }, values]) => [name, values])),
      ),
      gaps: data.flatMap(([network, values]) => dataGaps(network, values)),
      notes: [],
    };
  },
};
