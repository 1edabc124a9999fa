import { combineOutcomes, type Outcome } from "../base/report.ts";
import { untrustedText } from "../base/untrusted-text.ts";
import { lineMap } from "../sources/script/syntax.ts";
import type {
  LintFinding,
  LintReport,
  LintRuleInfo,
  LintSeverity,
} from "./report.ts";
import { LINT_RULES } from "./rules.ts";
import type { LintInput, LintProblem } from "./types.ts";

/** A problem, and the rule that found it. */
export interface FoundProblem extends LintProblem {
  readonly rule: LintRuleInfo;
}

/**
 * All that the rules find in a file. One edit of a problem is left out where
 * another problem wants the same characters to be something else, and all of them
 * where code of the file may change what it declares.
 */
export async function findProblems(
  input: LintInput,
): Promise<readonly FoundProblem[]> {
  const found = new Map<string, FoundProblem>();
  for (const rule of LINT_RULES) {
    for await (const problem of rule.check(input)) {
      // A constant may be several chains' value, and is wrong once.
      const { place, message } = problem;
      found.set(JSON.stringify([rule.id, place.start, message]), {
        ...problem,
        rule,
      });
    }
  }
  const problems = [...found.values()];
  const texts = new Map<number, Set<string>>();
  for (const { edit } of problems) {
    if (edit !== undefined) {
      const wanted = texts.get(edit.start) ?? new Set();
      texts.set(edit.start, wanted.add(edit.text));
    }
  }
  const mayChange = input.file.changes.length > 0;
  return problems.map((problem) => {
    const { edit, rule, severity = rule.severity } = problem;
    const isSure = edit !== undefined && texts.get(edit.start)?.size === 1;
    return {
      ...problem,
      edit: isSure && !mayChange ? edit : undefined,
      // What is wrong where it is declared may be right in the end.
      severity: mayChange && severity === "error" ? "warning" : severity,
    };
  });
}

const MOST_LENGTH = 600;

/** Problems as a report lists them. */
export function toFindings(
  file: string,
  text: string,
  problems: readonly FoundProblem[],
): readonly LintFinding[] {
  const place = lineMap(text);
  return problems.map(({ place: at, rule, ...problem }) => {
    const { line, column, start, end } = at;
    const after = place(end, end);
    return {
      file,
      line,
      column,
      ...(after.line === line && end > start
        ? { endColumn: after.column }
        : {}),
      rule: rule.id,
      severity: problem.severity ?? rule.severity,
      message: untrustedText(problem.message, { maxLength: MOST_LENGTH }),
      fix: untrustedText(problem.fix ?? rule.fix, { maxLength: MOST_LENGTH }),
      fixable: problem.edit !== undefined,
    };
  });
}

/** What a report holds of one file at most. */
const MOST_FINDINGS = 1_000;

const ORDER: Readonly<Record<LintSeverity, number>> = {
  error: 0,
  unknown: 1,
  warning: 2,
  note: 3,
};

/** What was found in one file. */
export interface FileFindings {
  readonly file: string;
  readonly findings: readonly LintFinding[];
  readonly fixed: readonly LintFinding[];
}

/** A report of files, in their order, that grows no longer than anybody reads. */
export function lintReportOf(
  task: LintReport["task"],
  files: readonly FileFindings[],
): LintReport {
  const linted = files.map(({ file, findings }) => ({
    file,
    outcome: lintOutcome(findings),
  }));
  const all = files.map(({ findings }) => bounded(findings));
  return {
    schemaVersion: 1,
    task,
    outcome: combineOutcomes(linted.map(({ outcome }) => outcome)),
    files: linted,
    findings: all.flatMap(({ kept }) => kept),
    omitted: all.reduce((sum, { omitted }) => sum + omitted, 0),
    fixed: files.flatMap(({ fixed }) => bounded(fixed).kept),
  };
}

/** The most severe ones, by their place. */
function bounded(findings: readonly LintFinding[]) {
  const kept = findings
    .toSorted(
      (one, other) =>
        ORDER[one.severity] - ORDER[other.severity] || byPlace(one, other),
    )
    .slice(0, MOST_FINDINGS)
    .toSorted(byPlace);
  return { kept, omitted: findings.length - kept.length };
}

function byPlace(one: LintFinding, other: LintFinding): number {
  return (
    (one.line ?? 0) - (other.line ?? 0) ||
    (one.column ?? 0) - (other.column ?? 0) ||
    ORDER[one.severity] - ORDER[other.severity] ||
    (one.rule < other.rule ? -1 : one.rule > other.rule ? 1 : 0)
  );
}

/** What findings come to: warnings and notes do not count. */
function lintOutcome(
  findings: readonly Pick<LintFinding, "severity">[],
): Outcome {
  if (findings.some(({ severity }) => severity === "error")) {
    return "failed";
  }
  return findings.some(({ severity }) => severity === "unknown")
    ? "unknown"
    : "ok";
}
