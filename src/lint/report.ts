import type { Outcome } from "../base/report.ts";

/**
 * How much a finding counts: an error is proven wrong, `unknown` could not be
 * determined, warnings and notes do not count for the outcome.
 */
export type LintSeverity = "error" | "unknown" | "warning" | "note";

/**
 * The report of `alpha lint` and of `alpha config --check`; `schemas/lint.json`
 * describes it.
 */
export interface LintReport {
  readonly schemaVersion: 1;
  readonly task: "lint" | "config";
  readonly outcome: Outcome;
  readonly files: readonly LintedFile[];
  /** By file, line and column. */
  readonly findings: readonly LintFinding[];
  /** How many more there are, the least severe of a file. */
  readonly omitted: number;
  /** What `--fix` repaired: at the places where it was. */
  readonly fixed: readonly LintFinding[];
}

export interface LintedFile {
  /** As the user names it. */
  readonly file: string;
  readonly outcome: Outcome;
}

/** One thing that is wrong, doubtful or worth knowing in a file. */
export interface LintFinding {
  readonly file: string;
  /** From 1; not there where the file could not be read at all. */
  readonly line?: number;
  /** From 1, in UTF-16 units. */
  readonly column?: number;
  /** Of the end of what it is about, where that is on the same line. */
  readonly endColumn?: number;
  readonly rule: string;
  readonly severity: LintSeverity;
  readonly message: string;
  /** What to do about it. */
  readonly fix: string;
  /** Whether `alpha lint --fix` repairs it. */
  readonly fixable: boolean;
}

/** A rule as reports describe it. */
export interface LintRuleInfo {
  readonly id: string;
  /** Of most of its findings; a single one may have another. */
  readonly severity: LintSeverity;
  /** What it finds, in one sentence. */
  readonly summary: string;
  /** What to do about it. */
  readonly fix: string;
}
