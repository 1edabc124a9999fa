import { oneLine } from "../../../src/base/text.ts";
import type {
  LintedFile,
  LintFinding,
  LintReport,
  LintSeverity,
} from "../../../src/lint/report.ts";
import { outcomeMark, type TextStyle } from "../../cli/style.ts";
import { type TextRow, textTable } from "../../cli/table.ts";
import { wrapText } from "../../cli/wrap-text.ts";

const WIDTHS = [10, 9, 81];

const STYLES = {
  error: "bad",
  unknown: "unsure",
  warning: "unsure",
  note: "faint",
} as const satisfies Record<LintSeverity, keyof TextStyle>;

/** The report of `alpha lint` as text for a terminal. */
export function lintTable(report: LintReport, style: TextStyle): string {
  return [
    ...report.files.map((file) => fileSection(file, report, style)),
    `${lintTitle(report)}: ${outcomeMark(report.outcome, style)} (${lintCounts(report)})`,
  ].join("\n\n");
}

function fileSection(
  { file, outcome }: LintedFile,
  report: LintReport,
  style: TextStyle,
): string {
  const title = wrapText(
    `${style.strong(oneLine(file))} · ${outcomeMark(outcome, style)}`,
    { hanging: "  " },
  );
  const rows = report.findings
    .filter((finding) => finding.file === file)
    .flatMap((finding) => findingRows(finding, style));
  return rows.length === 0 ? title : `${title}\n${textTable(WIDTHS, rows)}`;
}

function findingRows(finding: LintFinding, style: TextStyle): TextRow[] {
  const { line, column, severity, rule, message, fix, fixable } = finding;
  const place = [line, column].filter((part) => part !== undefined).join(":");
  return [
    {
      cells: [
        `  ${place}`,
        style[STYLES[severity]](severity),
        `${oneLine(message)} ${style.faint(`(${rule})`)}`,
      ],
    },
    {
      cells: [
        "",
        "",
        style.faint(
          `${oneLine(fix)}${fixable ? " Run with --fix to repair it." : ""}`,
        ),
      ],
    },
  ];
}

/** Severity, singular and plural. */
const LABELS = [
  ["error", "error", "errors"],
  ["unknown", "unknown", "unknown"],
  ["warning", "warning", "warnings"],
  ["note", "note", "notes"],
] as const satisfies readonly [LintSeverity, string, string][];

/** The number of findings by severity: `2 errors, 1 note`. */
export function lintCounts({
  findings,
  omitted,
}: Pick<LintReport, "findings" | "omitted">): string {
  const counts = LABELS.flatMap(([severity, singular, plural]) => {
    const { length } = findings.filter(
      (finding) => finding.severity === severity,
    );
    return length === 0
      ? []
      : [`${length} ${length === 1 ? singular : plural}`];
  });
  if (omitted > 0) {
    counts.push(`${omitted} more not listed`);
  }
  return counts.length === 0 ? "no findings" : counts.join(", ");
}

/** The command that made the report. */
export function lintTitle({ task }: Pick<LintReport, "task">): string {
  return task === "config" ? "alpha config --check" : "alpha lint";
}
