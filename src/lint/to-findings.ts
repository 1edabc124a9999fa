import type { LintFinding } from "../report/lint-report.ts";
import { untrustedText } from "../rpc/secrets/untrusted-text.ts";
import { lineMap } from "../sources/read/line-map.ts";
import type { FoundProblem } from "./find-problems.ts";

const MOST_LENGTH = 600;

/** Problems as a report lists them. */
export function toFindings(
  file: string,
  text: string,
  problems: readonly FoundProblem[],
): readonly LintFinding[] {
  const place = lineMap(text);
  return problems.map(({ place: at, rule, ...problem }) => {
    const { line, column, start, end } = at;
    const after = place(end, end);
    return {
      file,
      line,
      column,
      ...(after.line === line && end > start
        ? { endColumn: after.column }
        : {}),
      rule: rule.id,
      severity: problem.severity ?? rule.severity,
      message: untrustedText(problem.message, { maxLength: MOST_LENGTH }),
      fix: untrustedText(problem.fix ?? rule.fix, { maxLength: MOST_LENGTH }),
      fixable: problem.edit !== undefined,
    };
  });
}
