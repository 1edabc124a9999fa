import type { Outcome } from "../../src/base/report.ts";
import { untrustedText } from "../../src/base/untrusted-text.ts";
import type { OutputFile } from "../../src/files/output-files.ts";
import { readTextToKeep } from "../../src/files/read-text.ts";
import { withMutex } from "../../src/files/write-text.ts";
import { writeFile } from "../cli/output.ts";
import type { Exported, ExportFormat, ExportInput } from "./format.ts";

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
