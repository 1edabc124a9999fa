import type { Result } from "hardhat/types/utils";
import { readTextFile } from "../../src/files/read-text.ts";
import { emit } from "../cli/output.ts";
import { taskResult } from "../cli/task-result.ts";
import type { Exported, ExportFormat, ExportInput } from "./format.ts";
import { textDifference } from "./text-difference.ts";
import { outcomeOfExport, printExportMessages } from "./write-export.ts";

/**
 * Runs `alpha export --check FILE`.
 *
 * @throws HardhatPluginError if the format depends on the file, and it is damaged.
 */
export async function check(
  file: string,
  format: ExportFormat,
  input: Omit<ExportInput, "previous" | "file">,
): Promise<Result<ExportCheck, ExportCheck>> {
  const { check: comparison, exported } = await checkExport(
    format,
    input,
    file,
  );
  if (exported !== undefined) {
    printExportMessages(exported);
  }
  switch (comparison.verdict) {
    case "different": {
      const text = `${file} differs from the export:\n${comparison.difference}`;
      await emit(() => text);
      return taskResult(comparison, "failed");
    }
    case "unknown":
      console.error(`${file} could not be compared: ${comparison.reason}.`);
      return taskResult(comparison, "unknown");
    case "same":
      console.error(`${file} is up to date.`);
      return taskResult(
        comparison,
        exported === undefined ? "unknown" : outcomeOfExport(exported),
      );
  }
}

/** The result of comparing a file with an export. */
export type ExportCheck =
  | { readonly verdict: "same" }
  | { readonly verdict: "different"; readonly difference: string }
  | { readonly verdict: "unknown"; readonly reason: string };

/**
 * Compares a file with an export, ignoring line endings.
 *
 * @throws HardhatPluginError if the format depends on the file, and it is damaged.
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
  const previous = format.acceptsPrevious?.(read.text) ? read.text : undefined;
  const exported = format.render({ ...input, file, previous });
  return { check: compare(read.text, exported), exported };
}

function compare(actual: string, { text }: Exported): ExportCheck {
  if (text === undefined) {
    return {
      verdict: "unknown",
      reason: "the export is empty",
    };
  }
  const difference = textDifference(actual, `${text}\n`);
  return difference === undefined
    ? { verdict: "same" }
    : { verdict: "different", difference };
}
