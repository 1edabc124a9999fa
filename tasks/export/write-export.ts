import type { Outcome } from "../../src/base/report.ts";
import { untrustedText } from "../../src/base/untrusted-text.ts";
import { withMutex } from "../../src/files/mutex.ts";
import { type OutputFile, writeOutput } from "../../src/files/output-files.ts";
import { readTextToKeep } from "../../src/files/read-text.ts";
import type { Exported, ExportFormat, ExportInput } from "./format.ts";

/**
 * Writes an export to a file, going on from what it holds where the format does:
 * it is read then, and no other process of ours changes it meanwhile.
 *
 * @throws HardhatPluginError if it cannot be written, or may not be replaced.
 */
export async function writeExport(
  format: ExportFormat,
  input: Omit<ExportInput, "previous" | "file">,
  output: OutputFile,
): Promise<Exported> {
  const { file, force } = output;
  const write = async () => {
    const previous = await previousText(format, file);
    const exported = format.render({ ...input, file, previous });
    if (exported.text !== undefined) {
      const eol = exported.text.includes("\r\n") ? "\r\n" : "\n";
      const isMerged = format.isMerged === true && previous !== undefined;
      await writeOutput(
        { ...output, force: force || isMerged },
        `${exported.text}${eol}`,
      );
    }
    return exported;
  };
  return format.goesOnFrom === undefined
    ? await write()
    : await withMutex(file, write);
}

async function previousText(
  { goesOnFrom }: ExportFormat,
  file: string,
): Promise<string | undefined> {
  const text =
    goesOnFrom === undefined ? undefined : await readTextToKeep(file);
  return text !== undefined && goesOnFrom?.(text) ? text : undefined;
}

/** Says on stderr what a reader of an export should know, and what is missing. */
export function tellExported({ notes, gaps }: Exported): void {
  for (const line of [...notes, ...gaps]) {
    console.error(untrustedText(line, { maxLength: 1_000 }));
  }
}

/** Of an export in which something is missing nobody can say that it is right. */
export function outcomeOfExport({ gaps }: Exported): Outcome {
  return gaps.length === 0 ? "ok" : "unknown";
}
