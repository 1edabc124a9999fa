import { readdirSync } from "node:fs";
import type { JudgedReport } from "../../src/verify/found.ts";

import { reportOf } from "../../src/verify/words/report.ts";
import { printJson } from "../../tasks/cli/output.ts";
import { PLAIN, type TextStyle } from "../../tasks/cli/style.ts";

type Format = (report: object, style?: TextStyle) => string;

/** The formats that have a style; what others take beside the report has a default. */
const STYLED = /(?:Table|Quiet)$/;

/**
 * A report in every format that its task has: each file of its `formats`. That of
 * `verify` is taken as it was judged.
 */
export async function reportFormats(
  task: "verify" | "status",
): Promise<ReadonlyMap<string, (report: object) => string>> {
  const folder = new URL(`../../tasks/${task}/formats/`, import.meta.url);
  const formats = new Map<string, (report: object) => string>([
    [
      "json",
      (report) =>
        printJson(
          task === "verify" ? reportOf(report as JudgedReport) : report,
        ),
    ],
  ]);
  for (const file of readdirSync(folder)) {
    const module: Record<string, Format> = await import(
      new URL(file, folder).href
    );
    for (const [name, format] of Object.entries(module)) {
      if (name.startsWith(task) && typeof format === "function") {
        formats.set(name, (report) =>
          STYLED.test(name) ? format(report, PLAIN) : format(report),
        );
      }
    }
  }
  return formats;
}
