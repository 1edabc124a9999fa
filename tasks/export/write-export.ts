import type { Outcome } from "../../src/base/report.ts";
import { untrustedText } from "../../src/base/untrusted-text.ts";
import { withMutex } from "../../src/files/mutex.ts";
import { checkOverwrite } from "../../src/files/output-files.ts";
import { readTextToKeep } from "../../src/files/read-text.ts";
import { writeTextFile } from "../../src/files/write-text.ts";
import type { Exported, ExportFormat, ExportInput } from "./format.ts";

/**
 * Writes an export to a file, going on from what it holds where the format does:
 * it is read then, and no other process of ours changes it meanwhile.
 *
 * @throws HardhatPluginError if it cannot be written, or is somebody else's.
 */
export async function writeExport(
  format: ExportFormat,
  input: Omit<ExportInput, "previous" | "file">,
  { file, force }: { readonly file: string; readonly force: boolean },
): Promise<Exported> {
  const goesOn = format.goesOn === true;
  const write = async () => {
    await checkOverwrite(file, { isOurs: format.mayReplace, force });
    const previous = goesOn ? await previousText(format, file) : undefined;
    const exported = format.render({ ...input, file, previous });
    if (exported.text !== undefined) {
      const eol = exported.text.includes("\r\n") ? "\r\n" : "\n";
      await writeTextFile(file, `${exported.text}${eol}`);
    }
    return exported;
  };
  return goesOn ? await withMutex(file, write) : await write();
}

async function previousText(
  { mayReplace }: ExportFormat,
  file: string,
): Promise<string | undefined> {
  const text = await readTextToKeep(file);
  return text !== undefined && mayReplace(text) ? text : undefined;
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
