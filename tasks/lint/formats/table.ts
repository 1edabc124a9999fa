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
import { lineWidth, wrapText } from "../../cli/wrap-text.ts";

/** Of the columns before the text. */
const FIRST_WIDTHS = 20;
const MIN_TEXT_WIDTH = 20;
const SEVERITIES = ["error", "unknown", "warning", "note"] as const;

const STYLES = {
  error: "bad",
  unknown: "unsure",
  warning: "unsure",
  note: "faint",
} as const satisfies Record<LintSeverity, keyof TextStyle>;

export interface LintTableOptions {
  readonly style: TextStyle;
  /** Whether to print notes, and each finding in full. */
  readonly verbose: boolean;
}

/**
 * The report of `alpha lint` as text for a terminal: the most severe findings first,
 * and one block for each cause in an entry.
 */
export function lintTable(
  report: LintReport,
  options: LintTableOptions,
): string {
  const { style, verbose } = options;
  const hidden = verbose
    ? 0
    : report.findings.filter(({ severity }) => severity === "note").length;
  const hint =
    hidden === 0
      ? ""
      : ` ${style.faint(`--verbose shows ${hidden === 1 ? "the note" : "the notes"}.`)}`;
  return [
    ...report.files.map((file) => fileSection(file, report, options)),
    `${lintTitle(report)}: ${lintMark(report.outcome, report.findings, style)} (${lintCounts(report)})${hint}`,
  ].join("\n\n");
}

/** An outcome; with warnings, it is not just "OK". */
function lintMark(
  outcome: Outcome,
  findings: readonly Pick<LintFinding, "severity">[],
  style: TextStyle,
): string {
  const hasWarning = findings.some(({ severity }) => severity === "warning");
  return outcome === "ok" && hasWarning
    ? style.unsure("WARNINGS")
    : outcomeMark(outcome, style);
}

function fileSection(
  { file, outcome }: LintedFile,
  report: LintReport,
  { style, verbose }: LintTableOptions,
): string {
  const findings = report.findings.filter((finding) => finding.file === file);
  const title = wrapText(
    `${style.strong(oneLine(file))} · ${lintMark(outcome, findings, style)}`,
    { width: lineWidth(style), hanging: "  " },
  );
  const shown = SEVERITIES.filter(
    (severity) => verbose || severity !== "note",
  ).flatMap((severity) =>
    findings.filter((finding) => finding.severity === severity),
  );
  const groups = verbose
    ? shown.map((finding) => [finding] as const)
    : byCause(shown);
  const rows = groups.flatMap((group) => causeRows(group, { style, verbose }));
  return rows.length === 0 ? title : `${title}\n${textTable(rows, { style })}`;
}

/** Findings with one cause in one entry. */
type Cause = readonly [LintFinding, ...LintFinding[]];

function byCause(findings: readonly LintFinding[]): readonly Cause[] {
  const causes = Map.groupBy(findings, ({ entry, rule, severity, line }) =>
    JSON.stringify([entry ?? line, rule, severity]),
  );
  return [...causes.values()].flatMap(([first, ...more]): Cause[] =>
    first === undefined ? [] : [[first, ...more]],
  );
}

/** The maximum number of lines of a cause. */
const MAX_LINES = 3;
/** More lines of other findings would not be read. */
const MAX_OTHERS = 5;

function causeRows(
  [first, ...others]: Cause,
  { style, verbose }: LintTableOptions,
): TextRow[] {
  const { line, column, severity, rule, message, fix, fixable } = first;
  const width = Math.max(MIN_TEXT_WIDTH, lineWidth(style) - FIRST_WIDTHS);
  const place = [line, column].filter((part) => part !== undefined).join(":");
  const lines = others
    .map((other) => other.line)
    .filter((one) => one !== undefined);
  const more =
    others.length === 0
      ? ""
      : ` Also on ${lines.length === 1 ? "line" : "lines"} ${lines.slice(0, MAX_OTHERS).join(", ")}${lines.length > MAX_OTHERS ? ` and ${lines.length - MAX_OTHERS} more` : ""}.`;
  const canFix = fixable || others.some((other) => other.fixable);
  const advice = `${oneLine(fix)}${canFix ? " Run with --fix to repair it." : ""}`;
  // Both the rule and how to repair it stay at the end of a shortened text.
  const text = verbose
    ? `${oneLine(message)} (${rule})`
    : shorten(`${oneLine(message)}`, `${more} (${rule})`, {
        width,
        maxLines: MAX_LINES - 1,
      });
  const height = wrapText(text, { width }).split("\n").length;
  const shownFix = verbose
    ? advice
    : shorten(oneLine(fix), canFix ? " Run with --fix to repair it." : "", {
        width,
        maxLines: MAX_LINES - height,
      });
  return [
    {
      cells: [`  ${place}`, style[STYLES[severity]](severity), text],
    },
    { cells: ["", "", style.faint(shownFix)] },
  ];
}

/** A text of at most some lines, of which the end is kept. */
function shorten(
  text: string,
  end: string,
  { width, maxLines }: { readonly width: number; readonly maxLines: number },
): string {
  const fits = (candidate: string) =>
    wrapText(candidate, { width }).split("\n").length <= maxLines;
  if (fits(`${text}${end}`)) {
    return `${text}${end}`;
  }
  let words = text.split(" ");
  while (words.length > 1 && !fits(`${words.join(" ")} …${end}`)) {
    words = words.slice(0, -1);
  }
  return `${words.join(" ")} …${end}`;
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
  return task === "lint" ? "alpha lint" : `alpha ${task} --check`;
}
