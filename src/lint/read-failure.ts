import type { LintFinding } from "../report/lint-report.ts";
import { ReadError } from "../sources/read/read-error.ts";
import { SYNTAX } from "./rules/syntax.ts";
import { UNREADABLE } from "./rules/unreadable.ts";

/**
 * The finding that a failure to read a file is: proven wrong if it is none of its
 * language, unknown otherwise. Anything else is thrown again.
 */
export function readFailure(file: string, error: unknown): LintFinding {
  if (!(error instanceof ReadError)) {
    throw error;
  }
  const { id, severity, fix } = error.isSyntax ? SYNTAX : UNREADABLE;
  const { line, column } = error.place ?? {};
  return {
    file,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    rule: id,
    severity,
    message: error.detail,
    fix,
    fixable: false,
  };
}
