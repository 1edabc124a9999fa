import type { LintRuleInfo } from "../../report/lint-report.ts";

/** Files that could not be written, so that they are as they were. */
export const UNREPAIRED: LintRuleInfo = {
  id: "unrepaired",
  severity: "unknown",
  summary: "A file in which --fix could not repair anything.",
  fix: "Check the file's permissions, and try again.",
};
