import { stat } from "node:fs/promises";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { Result } from "hardhat/types/utils";
import { alphaError } from "../../src/base/errors.ts";
import type { Outcome } from "../../src/base/report.ts";
import { oneLine } from "../../src/base/text.ts";
import { checkConfig } from "../../src/lint/compare/check-file.ts";
import type {
  LintedFile,
  LintFinding,
  LintReport,
  LintRuleInfo,
  LintSeverity,
} from "../../src/lint/report.ts";
import { COMPARE_RULES } from "../../src/lint/rules.ts";
import { type CommonArguments, selectionOf } from "../cli/arguments.ts";
import {
  type GithubAnnotation,
  githubCommands,
} from "../cli/github-annotations.ts";
import {
  chooseFormat,
  emit,
  type OutputArguments,
  type PathBase,
  pathBase,
  prepareOutput,
  printJson,
  relativePath,
  type TaskOutput,
} from "../cli/output.ts";
import { outcomeMark, type TextStyle } from "../cli/style.ts";
import { type TextRow, textTable } from "../cli/table.ts";
import { taskResult } from "../cli/task-result.ts";
import { wrapLines } from "../cli/wrap-text.ts";
import { lintSarif, type SarifContext } from "./formats/sarif.ts";

/**
 * The file that findings go to, if any, checked before files are read.
 *
 * @param files the files that are checked
 * @throws HardhatPluginError if there is no such format, a file is missing, or that of
 * the findings cannot be written or may not be replaced.
 */
export async function prepareFindingsOutput(
  args: OutputArguments,
  { config }: Pick<HardhatRuntimeEnvironment, "config">,
  task: LintReport["task"],
  files: readonly string[],
): Promise<TaskOutput | undefined> {
  chooseFormat(LINT_FORMATS, args.format);
  const output = await prepareOutput(args, config, { task, inputs: files });
  for (const file of files) {
    await stat(file).catch((error) => {
      if (error.code === "ENOENT") {
        throw alphaError(`The file ${file} does not exist. Check the path.`);
      }
    });
  }
  return output;
}

/** Prints a report of findings, or writes it to a file. */
export async function emitFindings(
  report: LintReport,
  rules: readonly LintRuleInfo[],
  format: string,
  output: TaskOutput | undefined,
): Promise<void> {
  const render = chooseFormat(LINT_FORMATS, format);
  const base = pathBase();
  await emit((style) => render(report, { rules, ...base, style }), output);
}

type LintFormat = (
  report: LintReport,
  context: SarifContext & { readonly style: TextStyle },
) => string;

const LINT_FORMATS: Readonly<Record<string, LintFormat>> = {
  table: (report, { style }) => lintTable(report, style),
  json: (report) => printJson(report),
  sarif: lintSarif,
  github: lintGithub,
};

/** `alpha config --check FILE`: compares the file with the configuration. */
export async function checkFileOfPortal(
  file: string,
  args: CommonArguments & { readonly reveal: boolean },
  hre: HardhatRuntimeEnvironment,
): Promise<Result<LintReport, LintReport>> {
  const { reveal } = args;
  const files = [file];
  const output = await prepareFindingsOutput(args, hre, "config", files);
  const selection = selectionOf(args, hre);
  const report = await checkConfig(hre.config, selection, { file, reveal });
  await emitFindings(report, COMPARE_RULES, args.format, output);
  return taskResult(report, report.outcome);
}

/**
 * The report of `alpha lint` as workflow commands, which GitHub shows as annotations
 * of the lines. The last one lists those beyond GitHub's maximum.
 */
function lintGithub(report: LintReport, base: PathBase): string {
  return githubCommands(
    report.findings.map((finding) => annotationOf(finding, base)),
    {
      title: `${lintTitle(report)}: ${report.outcome}`,
      message: lintCounts(report),
    },
  );
}

function annotationOf(finding: LintFinding, base: PathBase): GithubAnnotation {
  const { file, line, column, severity, rule, message, fix } = finding;
  return {
    command: severity === "error" ? "error" : "warning",
    title: severity === "unknown" ? `${rule} (unknown)` : rule,
    message: `${oneLine(message)}\n${oneLine(fix)}`,
    file: relativePath(file, base),
    line,
    column,
  };
}

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
function lintCounts({
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
function lintTitle({ task }: Pick<LintReport, "task">): string {
  return task === "lint" ? "alpha lint" : `alpha ${task} --check`;
}
