import type { LintRuleInfo } from "../report.ts";
import { ALL_RULES } from "../rules.ts";

export const DIFFERENCE: LintRuleInfo = {
  id: "difference",
  severity: "error",
  summary: "A value that is not the one that would be written.",
  fix: "Write the file again with --out, or correct the Hardhat config.",
};

export const NOT_COMPARED: LintRuleInfo = {
  id: "not-compared",
  severity: "unknown",
  summary: "A field, entry or file that could not be compared.",
  fix: "Write the value as a literal.",
};

/** All rules that a report of `--check` may name. */
export const COMPARE_RULES: readonly LintRuleInfo[] = [
  ...ALL_RULES,
  DIFFERENCE,
  NOT_COMPARED,
];
