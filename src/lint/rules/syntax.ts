import type { LintRuleInfo } from "../../report/lint-report.ts";

/** Files that are none of their language, so that nobody can load them. */
export const SYNTAX: LintRuleInfo = {
  id: "syntax",
  severity: "error",
  summary: "A file that is no JavaScript, or no JSON.",
  fix: "Correct it at this place.",
};
