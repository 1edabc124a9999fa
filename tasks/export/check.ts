import type { Result } from "hardhat/types/utils";
import { readTextFile } from "../../src/files/read-text.ts";
import { emit } from "../cli/output.ts";
import { taskResult } from "../cli/task-result.ts";
import type { Exported, ExportFormat, ExportInput } from "./format.ts";
import { textDifference } from "./text-difference.ts";
import { outcomeOfExport, tellExported } from "./write-export.ts";

/**
 * `alpha export --check FILE`: compares instead of writing.
 *
 * @throws HardhatPluginError if the format cannot go on from what the file holds.
 */
export async function check(
  file: string,
  format: ExportFormat,
  input: Omit<ExportInput, "previous" | "file">,
): Promise<Result<ExportCheck, ExportCheck>> {
  const { check: compared, exported } = await checkExport(format, input, file);
  if (exported !== undefined) {
    tellExported(exported);
  }
  switch (compared.verdict) {
    case "different": {
      const text = `${file} differs from what would be written:\n${compared.difference}`;
      await emit(() => text);
      return taskResult(compared, "failed");
    }
    case "unknown":
      console.error(`${file} could not be compared: ${compared.reason}.`);
      return taskResult(compared, "unknown");
    case "same":
      console.error(`${file} is what would be written.`);
      return taskResult(
        compared,
        exported === undefined ? "unknown" : outcomeOfExport(exported),
      );
  }
}

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
  const previous = format.goesOnFrom?.(read.text) ? read.text : undefined;
  const exported = format.render({ ...input, file, previous });
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
