import type { LintReport } from "./lint-report.ts";

/** The command whose report it is. */
export function lintTitle({ task }: Pick<LintReport, "task">): string {
  return task === "config" ? "alpha config --check" : "alpha lint";
}
