import type { LintRuleInfo } from "../report/lint-report.ts";
import { LINT_RULES } from "./rules.ts";
import type { LintInput, LintProblem } from "./types.ts";

/** A problem, and the rule that found it. */
export interface FoundProblem extends LintProblem {
  readonly rule: LintRuleInfo;
}

/**
 * All that the rules find in a file. One edit of a problem is left out where
 * another problem wants the same characters to be something else, and all of them
 * where code of the file may change what it declares.
 */
export async function findProblems(
  input: LintInput,
): Promise<readonly FoundProblem[]> {
  const found = new Map<string, FoundProblem>();
  for (const rule of LINT_RULES) {
    for await (const problem of rule.check(input)) {
      // A constant may be several chains' value, and is wrong once.
      const { place, message } = problem;
      found.set(JSON.stringify([rule.id, place.start, message]), {
        ...problem,
        rule,
      });
    }
  }
  const problems = [...found.values()];
  const texts = new Map<number, Set<string>>();
  for (const { edit } of problems) {
    if (edit !== undefined) {
      const wanted = texts.get(edit.start) ?? new Set();
      texts.set(edit.start, wanted.add(edit.text));
    }
  }
  const mayChange = input.file.changes.length > 0;
  return problems.map((problem) => {
    const { edit, rule, severity = rule.severity } = problem;
    const isSure = edit !== undefined && texts.get(edit.start)?.size === 1;
    return {
      ...problem,
      edit: isSure && !mayChange ? edit : undefined,
      // What is wrong where it is declared may be right in the end.
      severity: mayChange && severity === "error" ? "warning" : severity,
    };
  });
}
