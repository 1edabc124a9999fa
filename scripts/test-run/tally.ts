export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What the reporter of a runner writes. */
export interface Report extends Tally {
  /** The full title and the reason of each failed test. */
  readonly failures: readonly string[];
}

export const NO_TESTS: Tally = { passed: 0, failed: 0, skipped: 0 };

export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    NO_TESTS,
  );
}

/** The last line of a test run: "12 passed, 0 failed, 1 skipped". */
export function summaryLine({ passed, failed, skipped }: Tally): string {
  const line = `${passed} passed, ${failed} failed`;
  return skipped === 0 ? line : `${line}, ${skipped} skipped`;
}

/** Whether the content of a report file is a report. */
export function isReport(value: unknown): value is Report {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  const { failures, ...counts }: Record<string, unknown> = { ...value };
  return (
    Array.isArray(failures) &&
    failures.every((failure) => typeof failure === "string") &&
    ["passed", "failed", "skipped"].every((name) => {
      const count = counts[name];
      return typeof count === "number" && Number.isInteger(count) && count >= 0;
    })
  );
}
