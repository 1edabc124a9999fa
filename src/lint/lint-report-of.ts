import type {
  LintFinding,
  LintReport,
  LintSeverity,
} from "../report/lint-report.ts";
import { combineOutcomes } from "../report/outcome.ts";
import { lintOutcome } from "./lint-outcome.ts";

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
