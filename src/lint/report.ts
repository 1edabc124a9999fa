import type { Outcome } from "../base/report.ts";

/**
 * An error is proven wrong, and `unknown` could not be determined. Warnings do not count
 * for the outcome.
 */
export type LintSeverity = "error" | "unknown" | "warning";

/**
 * The report of `alpha lint` and of its variants, `alpha config --check` and
 * `alpha export --check`. Its schema is
 * `schemas/lint.json`.
 */
export interface LintReport {
  readonly schemaVersion: 1;
  readonly task: "lint" | "config" | "export";
  readonly outcome: Outcome;
  readonly files: readonly LintedFile[];
  /** Sorted by file, line and column. */
  readonly findings: readonly LintFinding[];
  /** The number of findings that are left out, the least severe of each file. */
  readonly omitted: number;
  /** What `--fix` repaired. Places are those before the repair. */
  readonly fixed: readonly LintFinding[];
}

export interface LintedFile {
  /** As the user passed it. */
  readonly file: string;
  readonly outcome: Outcome;
}

/** One problem in a file. */
export interface LintFinding {
  readonly file: string;
  /** From 1; missing if the file could not be read. */
  readonly line?: number;
  /** From 1, in UTF-16 units. */
  readonly column?: number;
  /** The column after it, if it ends on the same line. */
  readonly endColumn?: number;
  /** The network or the name of the entry that it is in, if it is in one. */
  readonly entry?: string;
  readonly rule: string;
  readonly severity: LintSeverity;
  readonly message: string;
  /** The next step. */
  readonly fix: string;
  /** True if `alpha lint --fix` repairs it. */
  readonly fixable: boolean;
}

/** The description of a rule. */
export interface LintRuleInfo {
  readonly id: string;
  /** The usual severity; single findings may have another one. */
  readonly severity: LintSeverity;
  /** What it finds, in one sentence. */
  readonly summary: string;
  /** The next step. */
  readonly fix: string;
}
