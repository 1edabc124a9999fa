import { registryEntry } from "../../../src/discover/registry-entry.ts";
import type { DiscoverReport } from "../../../src/discover/report.ts";
import type { NetworkDefinition } from "../../../src/networks/definition.ts";
import { NETWORK_DEFINITIONS } from "../../../src/networks/definitions.ts";
import { isAddressBookOrDamaged } from "../../../src/sources/address-book/merge-address-file.ts";
import type { TaskOutput } from "../../cli/output.ts";
import type { ExportFormat } from "../../export/format.ts";
import { mergeEntries } from "../../export/formats/address-json.ts";
import { writeExport } from "../../export/write-export.ts";
import type { DiscoverFormat } from "../format.ts";
import { knownNetwork } from "../known-network.ts";

/** The entry of an `address.json`; other entries of the file are kept. */
export const ADDRESS_JSON: DiscoverFormat = {
  isReport: false,
  render: (report, as) => render(report, as, undefined, "address.json"),
  write: async (report, as, output: TaskOutput) => {
    const format: ExportFormat = {
      isUnmarked: true,
      isMerged: true,
      acceptsPrevious: isAddressBookOrDamaged,
      render: ({ previous, file = output.file }) => ({
        text: render(report, as, previous, file),
        gaps: [],
        notes: [],
      }),
    };
    await writeExport(
      format,
      { networks: [], timestamp: () => "" },
      { ...output, isUnmarked: true },
    );
  },
};

function render(
  report: DiscoverReport,
  as: string | undefined,
  previous: string | undefined,
  file: string,
): string {
  // An entry without a router is none.
  const books =
    report.registry.router === undefined
      ? []
      : [{ key: as ?? keyOf(report), entry: registryEntry(report) }];
  return mergeEntries(previous, file, books);
}

function keyOf(report: DiscoverReport): string {
  const { chainId, hardhatNetwork, network } = report;
  const name = knownNetwork(report);
  const definition: NetworkDefinition | undefined =
    name && NETWORK_DEFINITIONS[name];
  return (
    definition?.addressBook?.key ??
    network ??
    name ??
    hardhatNetwork ??
    `chain-${chainId}`
  );
}
