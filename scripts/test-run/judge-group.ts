import { isTally, NO_TESTS, type Tally } from "./tally.ts";

export interface GroupEnd {
  /** What the reporter left: a tally, or nothing when the runner died. */
  readonly report: unknown;
  readonly exitCode: number;
  /** Whether the runner had to be killed, and when. */
  readonly killed?: "unfinished" | "lingering" | undefined;
}

export interface GroupVerdict {
  readonly tally: Tally;
  /** What was wrong with the runner itself; it counts as one failure. */
  readonly complaint?: string;
}

/** What a runner's end is worth: a death is never taken for success. */
export function judgeGroup({
  report,
  exitCode,
  killed,
}: GroupEnd): GroupVerdict {
  if (!isTally(report)) {
    return failure(
      NO_TESTS,
      killed === "unfinished"
        ? "the runner was not done in time and was killed"
        : `the runner died without a report (exit code ${exitCode})`,
    );
  }
  if (killed !== undefined) {
    return failure(
      report,
      "the runner did not end by itself after its last test: something is still open",
    );
  }
  if (report.passed + report.failed + report.skipped === 0) {
    return failure(report, "the runner found no test in its files");
  }
  if (exitCode !== 0 && report.failed === 0) {
    return failure(
      report,
      `the runner ended with exit code ${exitCode} although no test failed`,
    );
  }
  return { tally: report };
}

function failure(tally: Tally, complaint: string): GroupVerdict {
  return { tally: { ...tally, failed: tally.failed + 1 }, complaint };
}
