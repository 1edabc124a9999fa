import { lintCounts } from "../lint-counts.ts";
import type {
  LintedFile,
  LintFinding,
  LintReport,
  LintSeverity,
} from "../lint-report.ts";
import { lintTitle } from "../lint-title.ts";
import { oneLine } from "../one-line.ts";
import { outcomeMark } from "../outcome-mark.ts";
import type { TextStyle } from "../text-style.ts";
import { type TextRow, textTable } from "../text-table.ts";
import { wrapText } from "../wrap-text.ts";

const WIDTHS = [10, 9, 81];

const STYLES = {
  error: "bad",
  unknown: "unsure",
  warning: "unsure",
  note: "faint",
} as const satisfies Record<LintSeverity, keyof TextStyle>;

/** The report of `alpha lint` for people. */
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
        style.faint(`${oneLine(fix)}${fixable ? " --fix does it." : ""}`),
      ],
    },
  ];
}
