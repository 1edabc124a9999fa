import { isTally, NO_TESTS, type Tally } from "./tally.ts";

export interface GroupEnd {
  /** The tally of the reporter; anything else if the runner crashed. */
  readonly report: unknown;
  readonly exitCode: number;
  /** Whether the runner was killed, during or after its tests. */
  readonly killed?: "unfinished" | "lingering" | undefined;
}

export interface GroupVerdict {
  readonly tally: Tally;
  /** An error of the runner itself, which counts as one failed test. */
  readonly error?: string;
}

/** Judges the end of a runner. A crash never counts as success. */
export function judgeGroup({
  report,
  exitCode,
  killed,
}: GroupEnd): GroupVerdict {
  if (!isTally(report)) {
    return failure(
      NO_TESTS,
      killed === "unfinished"
        ? "the runner did not finish in time, and was killed"
        : `the runner crashed without a report (exit code ${exitCode})`,
    );
  }
  if (killed !== undefined) {
    return failure(
      report,
      "the runner did not exit after its last test, because something is still open, and was killed",
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
  return { tally: report };
}

function failure(tally: Tally, error: string): GroupVerdict {
  return { tally: { ...tally, failed: tally.failed + 1 }, error };
}
