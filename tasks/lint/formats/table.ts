import type { Outcome } from "../../../src/base/report.ts";
import { oneLine } from "../../../src/base/text.ts";
import type {
  LintedFile,
  LintFinding,
  LintReport,
  LintSeverity,
} from "../../../src/lint/report.ts";
import { outcomeMark, type TextStyle } from "../../cli/style.ts";
import { type TextRow, textTable } from "../../cli/table.ts";
import { wrapLines } from "../../cli/wrap-text.ts";

/** The most severe first, in the singular and the plural. */
const SEVERITIES = [
  ["error", "errors"],
  ["unknown", "unknown"],
  ["warning", "warnings"],
] as const satisfies readonly [LintSeverity, string][];

/**
 * The report of `alpha lint` as text for a terminal: the most severe findings first,
 * and findings of an entry with one advice together. Nothing is shortened.
 */
export function lintTable(report: LintReport, style: TextStyle): string {
  return [
    ...report.files.map((file) => fileSection(file, report, style)),
    `${lintTitle(report)}: ${lintMark(report.outcome, report.findings, style)} (${lintCounts(report)})`,
  ].join("\n\n");
}

/** An outcome; with warnings, it is not just "OK". */
function lintMark(
  outcome: Outcome,
  findings: readonly Pick<LintFinding, "severity">[],
  style: TextStyle,
): string {
  const hasWarning = findings.some(({ severity }) => severity === "warning");
  if (outcome === "ok" && hasWarning) {
    return style.unsure("WARNINGS");
  }
  return outcomeMark(outcome, style);
}

function fileSection(
  { file, outcome }: LintedFile,
  report: LintReport,
  style: TextStyle,
): string {
  const findings = report.findings.filter((finding) => finding.file === file);
  const title = wrapLines(
    `${lintMark(outcome, findings, style)} · ${style.strong(oneLine(file))}`,
    style,
  );
  const sorted = SEVERITIES.flatMap(([severity]) =>
    findings.filter((finding) => finding.severity === severity),
  );
  const groups = Map.groupBy(
    sorted,
    ({ entry, rule, severity, line, fix, fixable }) =>
      JSON.stringify([entry ?? line, rule, severity, fix, fixable]),
  );
  const rows = [...groups.values()].flatMap((group) => groupRows(group, style));
  return rows.length === 0 ? title : `${title}\n${textTable(rows, { style })}`;
}

/** Findings of an entry with one advice, which follows the last of them. */
function groupRows(
  group: readonly LintFinding[],
  style: TextStyle,
): readonly TextRow[] {
  const rows = group.map(({ line, column, severity, rule, message }) => ({
    cells: [
      `  ${[line, column].filter((part) => part !== undefined).join(":")}`,
      style[severity === "error" ? "bad" : "unsure"](severity),
      `${oneLine(message)} (${rule})`,
    ],
  }));
  const advice = group
    .slice(0, 1)
    .map(
      ({ fix, fixable }) =>
        `${oneLine(fix)}${fixable ? " Run with --fix to repair it." : ""}`,
    );
  return [
    ...rows,
    ...advice.map((text) => ({ cells: ["", "", style.faint(text)] })),
  ];
}

/** The number of findings by severity: `2 errors, 1 note`. */
export function lintCounts({
  findings,
  omitted,
}: Pick<LintReport, "findings" | "omitted">): string {
  const counts: string[] = [];
  for (const [severity, plural] of SEVERITIES) {
    const { length } = findings.filter(
      (finding) => finding.severity === severity,
    );
    if (length > 0) {
      counts.push(`${length} ${length === 1 ? severity : plural}`);
    }
  }
  if (omitted > 0) {
    counts.push(`${omitted} more not listed`);
  }
  return counts.length === 0 ? "no findings" : counts.join(", ");
}

/** The command that made the report. */
export function lintTitle({ task }: Pick<LintReport, "task">): string {
  return task === "lint" ? "alpha lint" : `alpha ${task} --check`;
}
