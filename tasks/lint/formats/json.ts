import { escapeUnprintable } from "../../../src/base/text.ts";
import type { LintReport } from "../../../src/lint/report.ts";

/** The report of `alpha lint` as JSON without anything that hides in it. */
export function lintJson(report: LintReport): string {
  return JSON.stringify(report, null, 2)
    .split("\n")
    .map(escapeUnprintable)
    .join("\n");
}
