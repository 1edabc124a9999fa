import type { LintRuleInfo } from "../report/lint-report.ts";
import { SYNTAX } from "./rules/syntax.ts";
import { UNREADABLE } from "./rules/unreadable.ts";
import { UNREPAIRED } from "./rules/unrepaired.ts";
import { LINT_RULES } from "./rules.ts";

/** All that a report of `alpha lint` may name as a rule. */
export const ALL_RULES: readonly LintRuleInfo[] = [
  SYNTAX,
  UNREADABLE,
  UNREPAIRED,
  ...LINT_RULES,
];
