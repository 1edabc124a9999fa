import { isRecord, recordOf } from "../../../src/base/records.ts";
import { parseJson } from "../../../src/files/json.ts";
import {
  isAlphaNetworkName,
  NETWORK_DEFINITIONS,
} from "../../../src/networks/definitions.ts";
import { printJson } from "../../cli/json.ts";
import type { ExportFormat } from "../format.ts";
import { dataGaps, networkData } from "../network-data.ts";

/** Plain JSON: the addresses by network. `schemas/export.json` describes it. */
export const JSON_FORMAT: ExportFormat = {
  render: ({ networks }) => {
    const data = networks.map(
      ({ network }) => [network.name, networkData(network)] as const,
    );
    return {
      text: printJson(Object.fromEntries(data)),
      gaps: data.flatMap(([name, values]) => dataGaps(name, values)),
      notes: [],
    };
  },
  mayReplace: (text) => {
    const value = parseJson(text);
    return (
      isRecord(value) &&
      Object.keys(value).length > 0 &&
      Object.entries(value).every(
        ([name, data]) =>
          isAlphaNetworkName(name) &&
          isRecord(data) &&
          Object.keys(data).join() === "chainId,registry,tokens" &&
          namesIn(data["registry"]) ===
            namesIn(NETWORK_DEFINITIONS[name].registry) &&
          namesIn(data["tokens"]) === "euro,alpha",
      )
    );
  },
};

function namesIn(value: unknown): string {
  return Object.keys(recordOf(value)).join();
}
