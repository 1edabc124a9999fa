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
import { titleOf } from "./texts.ts";
import type { LintFile, LintInput, LintProblem } from "./types.ts";

/** A problem, and the rule that found it. */
export interface FoundProblem extends LintProblem {
  readonly rule: LintRuleInfo;
}

/**
 * Runs all rules on a file. Conflicting edits of the same place are dropped, and so
 * are all edits if code of the file may change what it declares.
 */
export async function findProblems(
  input: LintInput,
): Promise<readonly FoundProblem[]> {
  const found = new Map<string, FoundProblem>();
  const covered = new Set<string>();
  for (const rule of LINT_RULES) {
    const { id, covers = [] } = rule;
    for await (const problem of rule.check(input)) {
      // A constant that several chains use is reported once.
      const { place, message, severity = rule.severity } = problem;
      found.set(JSON.stringify([id, place.start, message]), {
        ...problem,
        rule,
      });
      for (const other of severity === "error" ? covers : []) {
        covered.add(`${other} ${place.start}`);
      }
    }
  }
  const problems = [...found.values()].filter(
    ({ rule, place }) => !covered.has(`${rule.id} ${place.start}`),
  );
  const replacements = new Map<number, Set<string>>();
  for (const { edit } of problems) {
    if (edit !== undefined) {
      const texts = replacements.get(edit.start) ?? new Set();
      replacements.set(edit.start, texts.add(edit.text));
    }
  }
  const mayChange = input.file.changes.length > 0;
  return problems.map((problem) => {
    const { edit, rule, severity = rule.severity } = problem;
    const hasNoConflict =
      edit !== undefined && replacements.get(edit.start)?.size === 1;
    return {
      ...problem,
      edit: hasNoConflict && !mayChange ? edit : undefined,
      // The code may correct what is wrong in the declaration.
      severity: mayChange && severity === "error" ? "warning" : severity,
    };
  });
}

/** Of a message and of a fix. In UTF-16 units. */
export const MAX_TEXT_LENGTH = 600;

/** Problems as a report lists them. */
export function toFindings(
  file: string,
  linted: LintFile,
  problems: readonly FoundProblem[],
): readonly LintFinding[] {
  const placeOf = lineMap(linted.text);
  const titleAt = entryTitles(linted);
  return problems.map(({ place, rule, ...problem }) => {
    const { line, column, start, end } = place;
    const after = placeOf(end, end);
    const entry = titleAt(start);
    return {
      file,
      line,
      column,
      ...(after.line === line && end > start
        ? { endColumn: after.column }
        : {}),
      ...(entry === undefined ? {} : { entry }),
      rule: rule.id,
      severity: problem.severity ?? rule.severity,
      message: untrustedText(problem.message, { maxLength: MAX_TEXT_LENGTH }),
      fix: untrustedText(problem.fix ?? rule.fix, {
        maxLength: MAX_TEXT_LENGTH,
      }),
      fixable: problem.edit !== undefined,
    };
  });
}

/** Returns a function that tells the entry at an offset of a file. */
function entryTitles({
  entries,
  books,
  others,
}: LintFile): (offset: number) => string | undefined {
  const sorted = [...entries, ...books, ...others].toSorted(
    (one, other) => one.chain.place.start - other.chain.place.start,
  );
  return (offset) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((sorted[middle]?.chain.place.start ?? 0) <= offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    const entry = sorted[low - 1];
    return entry !== undefined && offset < entry.chain.place.end
      ? untrustedText(titleOf(entry), { maxLength: MAX_TEXT_LENGTH })
      : undefined;
  };
}

/** Of one file in a report. */
const MAX_FINDINGS = 1_000;

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
    .toSorted(
      (one, other) =>
        ORDER[one.severity] - ORDER[other.severity] || byPlace(one, other),
    )
    .slice(0, MAX_FINDINGS)
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

/** Warnings and notes do not count. */
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
