import type { LintReport, LintSeverity } from "./lint-report.ts";

const NAMES = [
  ["error", "error", "errors"],
  ["unknown", "unknown", "unknown"],
  ["warning", "warning", "warnings"],
  ["note", "note", "notes"],
] as const satisfies readonly [LintSeverity, string, string][];

/** How many findings of each severity there are: `2 errors, 1 note`. */
export function lintCounts({
  findings,
  omitted,
}: Pick<LintReport, "findings" | "omitted">): string {
  const counts = NAMES.flatMap(([severity, one, several]) => {
    const { length } = findings.filter(
      (finding) => finding.severity === severity,
    );
    return length === 0 ? [] : [`${length} ${length === 1 ? one : several}`];
  });
  if (omitted > 0) {
    counts.push(`${omitted} more that are not listed`);
  }
  return counts.length === 0 ? "nothing found" : counts.join(", ");
}
