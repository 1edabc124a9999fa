import type { Abi } from "viem";
import type { Outcome } from "../../src/base/report.ts";
import { untrustedText } from "../../src/base/untrusted-text.ts";
import type { ResolvedAlphaNetwork } from "../../src/config/types.ts";
import type {
  ShownPortalConfig,
  ShownPortalField,
} from "../../src/connect/portal-configs.ts";
import type { OutputFile } from "../../src/files/output-files.ts";
import { readTextToKeep } from "../../src/files/read-text.ts";
import { withMutex } from "../../src/files/write-text.ts";
import type { GeneratedEntries } from "../../src/lint/compare/check-file.ts";
import type { AlphaNetworkName } from "../../src/networks/definitions.ts";
import type { ChainState } from "../../src/sandbox/read-state.ts";
import type { ModuleKind } from "../cli/javascript.ts";
import { writeFile } from "../cli/output.ts";

/** The known ABIs of a network's own contracts. */
interface OwnAbis {
  readonly abis: ReadonlyMap<string, Abi>;
  /** A message for each contract whose artifact could not be read. */
  readonly gaps: readonly string[];
  /** A message for each contract that has none, and need not have one. */
  readonly notes: readonly string[];
}

export interface ExportedNetwork {
  readonly network: ResolvedAlphaNetwork;
  /** `undefined` unless the format sets `readsPortal`. */
  readonly portal: ShownPortalConfig | undefined;
  /** Its further nodes; `undefined` unless the format sets `readsEndpoints`. */
  readonly endpoints?: readonly ShownPortalField[] | undefined;
  /** The state of its sandbox; `undefined` unless the format sets `readsState`. */
  readonly state?: ChainState | undefined;
  /** Set with --abis. */
  readonly own?: OwnAbis | undefined;
}

export interface ExportInput {
  readonly networks: readonly ExportedNetwork[];
  /** The file that is written or compared; `undefined` for stdout. */
  readonly file: string | undefined;
  /** The text of the file, if the format accepts it (`acceptsPrevious`). */
  readonly previous: string | undefined;
  /** The text of the file that --check compares, whether or not the format accepts it. */
  readonly checked?: string | undefined;
  /** The key of the entry, if the format sets `isMerged` and the user has chosen one. */
  readonly as?: string | undefined;
  /**
   * The time of the export, in ISO 8601.
   *
   * @param otherwise the time if the user has not configured one, in ms since 1970
   * @throws HardhatPluginError if the user has configured an invalid time.
   */
  readonly timestamp: (otherwise?: number) => string;
}

export interface Exported {
  /** Without the final line break; `undefined` if the export is empty. */
  readonly text: string | undefined;
  /** A message for each missing value, with its network and how to set it. */
  readonly gaps: readonly string[];
  /** Further messages for the user. */
  readonly notes?: readonly string[];
  /** The exported data, by network. Set if --check compares entries or a module. */
  readonly values?: readonly (readonly [
    network: AlphaNetworkName,
    values: Readonly<Record<string, unknown>>,
  ])[];
  /** The keys of each network's entries, if clients look for them by key. */
  readonly keys?: GeneratedEntries["keys"];
  /** The further constants of a module. */
  readonly constants?: ReadonlyMap<string, unknown>;
  /** Set if the text is a JavaScript module. */
  readonly module?: ModuleKind | undefined;
}

export interface ExportFormat {
  /**
   * @throws HardhatPluginError if the previous text is damaged.
   */
  readonly render: (input: ExportInput) => Exported;
  /**
   * Set if the export depends on the previous text of the file. Returns whether the
   * text is one that it can depend on.
   */
  readonly acceptsPrevious?: (text: string) => boolean;
  /**
   * Set if the export keeps everything else in the previous text, so that the user may
   * choose the key of a network's entry.
   */
  readonly isMerged?: true;
  /**
   * How --check reads such files: the entries of networks, JSON, or the exports of a
   * module. Default: lines. Entries and JSON have no place for a header that identifies
   * the file.
   */
  readonly content?: GeneratedEntries["kind"] | "json" | "module";
  /** Set if the members of the JSON or module are networks, or of networks. */
  readonly isByNetwork?: true;
  /** Set if the format needs portal configurations. A keystore may prompt for them. */
  readonly readsPortal?: true;
  /** Set if the format needs the further nodes of networks. */
  readonly readsEndpoints?: true;
  /** Set if an export has one network only. */
  readonly isOfOneNetwork?: true;
  /** Set if the format exports the state of the network's sandbox. */
  readonly readsState?: true;
}

/**
 * Writes an export to a file. If the format depends on the previous text, a mutex
 * keeps other processes of this plugin from changing the file in between.
 *
 * @throws HardhatPluginError if the file cannot be written, or was not written by
 * this command.
 */
export async function writeExport(
  format: ExportFormat,
  input: Omit<ExportInput, "previous" | "file">,
  output: OutputFile,
): Promise<Exported> {
  const { file, force } = output;
  const { acceptsPrevious } = format;
  const write = async () => {
    const text = acceptsPrevious && (await readTextToKeep(file));
    const previous =
      text !== undefined && acceptsPrevious?.(text) ? text : undefined;
    const exported = format.render({ ...input, file, previous });
    if (exported.text !== undefined) {
      const eol = exported.text.includes("\r\n") ? "\r\n" : "\n";
      const isMerged = format.isMerged === true && previous !== undefined;
      await writeFile(
        { ...output, force: force || isMerged },
        `${exported.text}${eol}`,
      );
    }
    return exported;
  };
  if (acceptsPrevious === undefined) {
    return await write();
  }
  return await withMutex(file, write);
}

/** Prints the notes and the missing values to stderr. */
export function printExportMessages({ notes = [], gaps }: Exported): void {
  for (const line of [...notes, ...gaps]) {
    console.error(untrustedText(line, { maxLength: 1_000 }));
  }
}

/** Missing values make an export `unknown`. */
export function outcomeOfExport({ gaps }: Exported): Outcome {
  return gaps.length === 0 ? "ok" : "unknown";
}
