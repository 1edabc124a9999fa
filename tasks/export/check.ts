import type { Result } from "hardhat/types/utils";

import type {
  ExportFormat,
  ExportInput,
} from "../../src/export/export-format.ts";
import { emit } from "../emit.ts";
import { taskResult } from "../task-result.ts";
import { checkExport, type ExportCheck } from "./check-export.ts";
import { outcomeOfExport, tellExported } from "./tell-exported.ts";

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
      await emit(() => text, undefined);
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
