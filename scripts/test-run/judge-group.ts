import { isReport, NO_TESTS, type Report, type Tally } from "./tally.ts";

export interface GroupEnd {
  /** The report of the reporter; anything else if the runner crashed. */
  readonly report: unknown;
  readonly exitCode: number;
  /** Whether the runner was killed, such as because of its time limit. */
  readonly isKilled?: boolean;
  /** The names in the temporary folder that the tests have not removed. */
  readonly left?: readonly string[];
}

export interface GroupVerdict {
  readonly tally: Tally;
  /** The failed tests, and an error of the runner itself, which counts as one. */
  readonly failures: readonly string[];
}

const NOTHING: Report = { ...NO_TESTS, failures: [] };

/**
 * Judges the end of a runner. A crash never counts as success.
 *
 * @param files the test files of the runner, for its own errors
 */
export function judgeGroup(
  { report, exitCode, isKilled = false, left = [] }: GroupEnd,
  files: string,
): GroupVerdict {
  const failure = (of: Report, error: string) =>
    withError(of, `${error} (${files})`);
  if (!isReport(report)) {
    return failure(
      NOTHING,
      isKilled
        ? "the runner did not finish in time, and was killed"
        : `the runner crashed without a report (exit code ${exitCode})`,
    );
  }
  if (report.passed + report.failed + report.skipped === 0) {
    return failure(report, "the runner found no tests in its files");
  }
  if (exitCode !== 0 && report.failed === 0) {
    return failure(
      report,
      `the runner exited with code ${exitCode}, although no test failed`,
    );
  }
  if (left.length > 0) {
    return failure(
      report,
      `the tests left ${left.join(", ")} in the temporary folder`,
    );
  }
  const { failures, ...tally } = report;
  return { tally, failures };
}

function withError(
  { failures, ...tally }: Report,
  error: string,
): GroupVerdict {
  return {
    tally: { ...tally, failed: tally.failed + 1 },
    failures: [...failures, error],
  };
}
