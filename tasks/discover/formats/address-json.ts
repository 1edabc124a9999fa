import { given } from "../../../src/base/records.ts";
import {
  knownNetwork,
  registryEntry,
} from "../../../src/discover/registry-entry.ts";
import type { DiscoverReport } from "../../../src/discover/report.ts";
import { isAddressBookOrDamaged } from "../../../src/sources/address-book/merge-address-file.ts";
import type { TaskOutput } from "../../cli/output.ts";
import type { ExportFormat } from "../../export/format.ts";
import { writeExport } from "../../export/format.ts";
import { mergeEntries } from "../../export/formats/address-json.ts";
import type { DiscoverFormat, Naming } from "../format.ts";

/** The entry of an `address.json`; other entries of the file are kept. */
export const ADDRESS_JSON: DiscoverFormat = {
  isReport: false,
  render: ({ report }, naming) =>
    render(report, naming, undefined, "address.json"),
  write: async (report, naming, output: TaskOutput) => {
    const format: ExportFormat = {
      isMerged: true,
      acceptsPrevious: isAddressBookOrDamaged,
      render: ({ previous, file = output.file }) => ({
        text: render(report, naming, previous, file),
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
  { as, networks }: Naming,
  previous: string | undefined,
  file: string,
): string {
  const keys = as === undefined ? keysOf(report, networks) : [as];
  const entry = registryEntry(report);
  // An entry without a router is none.
  const isEmpty = report.registry.router === undefined;
  const entries = isEmpty ? [] : keys.map((key) => ({ key, entry }));
  return mergeEntries(previous, file, entries).trimEnd();
}

/** The keys that clients of the Ocean stack read, as in an export. */
function keysOf(
  report: DiscoverReport,
  networks: Naming["networks"],
): readonly string[] {
  const { chainId, hardhatNetwork } = report;
  const known = knownNetwork(report, networks);
  const name = known?.name ?? hardhatNetwork ?? `chain-${chainId}`;
  const { key = name, oceanJsKey } = known?.definition.addressBook ?? {};
  return given(key, oceanJsKey);
}
