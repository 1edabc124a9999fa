import type { LintRuleInfo } from "./lint-report.ts";
import type { PathBase } from "./relative-path.ts";

/** What a report of `alpha lint` does not hold, and some formats need. */
export interface LintContext extends PathBase {
  /** All rules that findings may be of. */
  readonly rules: readonly LintRuleInfo[];
}
