import type {
  Exported,
  ExportFormat,
  ExportInput,
} from "../../src/export/export-format.ts";
import { checkOverwrite } from "../check-overwrite.ts";
import { readTextToKeep } from "../read-text-file.ts";
import { withMutex } from "../with-mutex.ts";
import { writeTextFile } from "../write-text-file.ts";

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
