import { registryEntry } from "../../../src/discover/registry-entry.ts";
import type { DiscoverReport } from "../../../src/discover/report.ts";
import { NETWORK_DEFINITIONS } from "../../../src/networks/definitions.ts";
import { isAddressBookOrDamaged } from "../../../src/sources/address-book/merge-address-file.ts";
import type { TaskOutput } from "../../cli/output.ts";
import type { ExportFormat } from "../../export/format.ts";
import { mergeEntries } from "../../export/formats/address-json.ts";
import { writeExport } from "../../export/write-export.ts";
import type { DiscoverFormat } from "../format.ts";

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
  const { cause, router } =
    report.registry.router === undefined
      ? { cause: report.cause, router: undefined }
      : { cause: undefined, router: report.registry.router };
  // An entry without a router is none.
  const books =
    router === undefined || cause !== undefined
      ? []
      : [{ key: as ?? keyOf(report), entry: registryEntry(report) }];
  return mergeEntries(previous, file, books);
}

function keyOf({ chainId, hardhatNetwork, network }: DiscoverReport): string {
  const definition = Object.values(NETWORK_DEFINITIONS).find(
    ({ values }) => values.chainId === chainId,
  );
  const book = network === null ? undefined : NETWORK_DEFINITIONS[network];
  const known = book ?? (hardhatNetwork === null ? definition : undefined);
  const key =
    known !== undefined && "addressBook" in known
      ? known.addressBook.key
      : undefined;
  return key ?? network ?? hardhatNetwork ?? `chain-${chainId}`;
}
