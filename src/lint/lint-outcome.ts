import type { LintFinding } from "../report/lint-report.ts";
import type { Outcome } from "../report/outcome.ts";

/** What findings come to: warnings and notes do not count. */
export function lintOutcome(
  findings: readonly Pick<LintFinding, "severity">[],
): Outcome {
  if (findings.some(({ severity }) => severity === "error")) {
    return "failed";
  }
  return findings.some(({ severity }) => severity === "unknown")
    ? "unknown"
    : "ok";
}
