import type {
  Exported,
  ExportFormat,
  ExportInput,
} from "../../src/export/export-format.ts";
import { textDifference } from "../../src/export/text-difference.ts";
import { readTextFile } from "../read-text-file.ts";

/** What came of comparing a file with an export. */
export type ExportCheck =
  | { readonly verdict: "same" }
  | { readonly verdict: "different"; readonly difference: string }
  | { readonly verdict: "unknown"; readonly reason: string };

/**
 * Compares a file with what would be written to it. Line endings do not count.
 *
 * @throws HardhatPluginError if the format cannot go on from what it holds.
 */
export async function checkExport(
  format: ExportFormat,
  input: Omit<ExportInput, "previous" | "file">,
  file: string,
): Promise<{ readonly check: ExportCheck; readonly exported?: Exported }> {
  const read = await readTextFile(file);
  if (read.kind !== "text") {
    return { check: { verdict: "unknown", reason: read.reason } };
  }
  const goesOn = format.goesOn === true && format.mayReplace(read.text);
  const exported = format.render({
    ...input,
    file,
    previous: goesOn ? read.text : undefined,
  });
  return { check: compare(read.text, exported), exported };
}

function compare(actual: string, { text }: Exported): ExportCheck {
  if (text === undefined) {
    return {
      verdict: "unknown",
      reason: "there is nothing to compare it with",
    };
  }
  const difference = textDifference(actual, `${text}\n`);
  return difference === undefined
    ? { verdict: "same" }
    : { verdict: "different", difference };
}
