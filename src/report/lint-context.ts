import type { LintRuleInfo } from "./lint-report.ts";

/** What a report of `alpha lint` does not hold, and some formats need. */
export interface LintContext {
  /** All rules that findings may be of. */
  readonly rules: readonly LintRuleInfo[];
  /** The folder to which files are relative. */
  readonly root: string;
}
