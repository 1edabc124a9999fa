import { withoutUndefined } from "../base/records.ts";
import { combineOutcomes, type Outcome } from "../base/report.ts";
import { untrustedText } from "../base/untrusted-text.ts";
import { lastUpTo, lineMap } from "../sources/script/syntax.ts";
import type { NetworkIndex } from "./network-index.ts";
import type {
  LintFinding,
  LintReport,
  LintRuleInfo,
  LintSeverity,
} from "./report.ts";
import { LINT_RULES } from "./rules.ts";
import { titleOf } from "./texts.ts";
import type { LintFile, LintProblem, LintRule } from "./types.ts";

/** A problem, and the rule that found it. */
export interface FoundProblem extends LintProblem {
  readonly rule: LintRuleInfo;
  /** The network or the name of the entry that it is in, if it is in one. */
  readonly entry?: string | undefined;
}

/** Maximum length of an entry's title, in UTF-16 units. */
const MAX_TITLE_LENGTH = 600;

/**
 * Runs all rules on a file. Conflicting edits of the same place are dropped, and each
 * problem has the entry that it is in.
 */
export async function findProblems(
  file: LintFile,
  index: NetworkIndex,
  rules: readonly LintRule[] = LINT_RULES,
): Promise<readonly FoundProblem[]> {
  const found = new Map<string, FoundProblem>();
  const covered = new Set<string>();
  for (const own of rules) {
    const { covers = [] } = own;
    for (const problem of await own.find({ file, index })) {
      // A constant that several chains use is reported once.
      const { rule = own, place, message } = problem;
      const { severity = rule.severity } = problem;
      const hidden = problem.covers ?? (severity === "error" ? covers : []);
      found.set(JSON.stringify([rule.id, place.start, message]), {
        ...problem,
        rule,
      });
      for (const other of hidden) {
        covered.add(`${other} ${place.start}`);
      }
    }
  }
  const problems = [...found.values()].filter(
    ({ rule, place }) => !covered.has(`${rule.id} ${place.start}`),
  );
  const edits = Map.groupBy(
    problems.flatMap(({ edit }) => edit ?? []),
    ({ start }) => start,
  );
  const sorted = [...file.entries, ...file.books, ...file.others].toSorted(
    (one, other) => one.chain.place.start - other.chain.place.start,
  );
  const starts = sorted.map(({ chain }) => chain.place.start);
  return problems.map((problem) => {
    const { edit, place } = problem;
    const others = edit && edits.get(edit.start);
    const isOnly = others?.every(({ text }) => text === edit?.text);
    const last = sorted[lastUpTo(starts, place.start)];
    const title = last && place.start < last.chain.place.end && titleOf(last);
    return {
      ...problem,
      edit: isOnly ? edit : undefined,
      entry: title
        ? untrustedText(title, { maxLength: MAX_TITLE_LENGTH })
        : undefined,
    };
  });
}

/** Maximum length of a message and of a fix, in UTF-16 units. */
export const MAX_TEXT_LENGTH = 600;

/** The problems of a file as a report lists them. */
export function toFindings(
  file: string,
  text: string,
  problems: readonly FoundProblem[],
): readonly LintFinding[] {
  const placeOf = lineMap(text);
  return problems.map(({ place, rule, entry, ...problem }) => {
    const { line, column, start, end } = place;
    const after = placeOf(end, end);
    const isOnLine = after.line === line && end > start;
    return withoutUndefined({
      file,
      line,
      column,
      endColumn: isOnLine ? after.column : undefined,
      entry,
      rule: rule.id,
      severity: problem.severity ?? rule.severity,
      message: untrustedText(problem.message, { maxLength: MAX_TEXT_LENGTH }),
      fix: untrustedText(problem.fix ?? rule.fix, {
        maxLength: MAX_TEXT_LENGTH,
      }),
      fixable: problem.edit !== undefined,
    });
  });
}

/** Maximum number of findings of one file in a report. */
const MAX_FINDINGS = 1_000;

const SEVERITIES: readonly LintSeverity[] = ["error", "unknown", "warning"];

/** The findings of one file. */
export interface FileFindings {
  readonly file: string;
  readonly findings: readonly LintFinding[];
  readonly fixed: readonly LintFinding[];
}

/** The report of files, in their order, with a limited number of findings. */
export function lintReportOf(
  task: LintReport["task"],
  files: readonly FileFindings[],
): LintReport {
  const linted = files.map(({ file, findings }) => ({
    file,
    outcome: lintOutcome(findings),
  }));
  const all = files.map(({ findings }) => limitFindings(findings));
  return {
    schemaVersion: 1,
    task,
    outcome: combineOutcomes(linted.map(({ outcome }) => outcome)),
    files: linted,
    findings: all.flatMap(({ kept }) => kept),
    omitted: all.reduce((sum, { omitted }) => sum + omitted, 0),
    fixed: files.flatMap(({ fixed }) => limitFindings(fixed).kept),
  };
}

/** The most severe findings, sorted by place. */
function limitFindings(findings: readonly LintFinding[]) {
  const kept = findings
    .toSorted((one, other) => bySeverity(one, other) || byPlace(one, other))
    .slice(0, MAX_FINDINGS)
    .toSorted(byPlace);
  return { kept, omitted: findings.length - kept.length };
}

function bySeverity(one: LintFinding, other: LintFinding): number {
  return SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity);
}

function byPlace(one: LintFinding, other: LintFinding): number {
  return (
    (one.line ?? 0) - (other.line ?? 0) ||
    (one.column ?? 0) - (other.column ?? 0) ||
    bySeverity(one, other) ||
    Number(one.rule > other.rule) - Number(one.rule < other.rule)
  );
}

/** Warnings do not count. */
function lintOutcome(
  findings: readonly Pick<LintFinding, "severity">[],
): Outcome {
  const found = new Set(findings.map(({ severity }) => severity));
  if (found.has("error")) {
    return "failed";
  }
  return found.has("unknown") ? "unknown" : "ok";
}
