import { resolve } from "node:path";
import type { AlphaConfig } from "../../config/types.ts";
import { readSourceFile } from "../../sources/read-source-file.ts";
import { lintReportOf, toFindings } from "../findings.ts";
import { readFailure } from "../lint-files.ts";
import { indexNetworks } from "../network-index.ts";
import { parseLintFile } from "../parse-lint-file.ts";
import type { LintFinding, LintReport } from "../report.ts";
import { compareExport } from "./compare-export.ts";
import { mergeDifferences } from "./merge-differences.ts";
import { mistakesBeside } from "./mistakes-beside.ts";

export interface ExportToCompare {
  /** Relative to the working directory. */
  readonly file: string;
  /** The export as JSON. */
  readonly exported: string;
  /** Whether the user selected the networks by name. */
  readonly isExplicit: boolean;
}

/**
 * Checks a file like `alpha lint`, and compares its values with an export of chain
 * metadata or of an address book.
 */
export async function checkExportedValues(
  config: AlphaConfig,
  { file, exported, isExplicit }: ExportToCompare,
): Promise<LintReport> {
  const index = indexNetworks(config);
  async function check(): Promise<readonly LintFinding[]> {
    try {
      const text = await readSourceFile(resolve(file), file);
      const parsed = parseLintFile(text, file, index);
      const [expected] = parseLintFile(exported, "export.json", index);
      const differences = mergeDifferences(parsed, (variant) =>
        compareExport(variant, expected, isExplicit),
      );
      const mistakes = await mistakesBeside(differences, parsed, index);
      return toFindings(file, text, [...differences, ...mistakes]);
    } catch (error) {
      return [readFailure(file, error)];
    }
  }
  return lintReportOf("export", [{ file, findings: await check(), fixed: [] }]);
}
