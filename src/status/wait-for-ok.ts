import { setTimeout as sleep } from "node:timers/promises";

import type { StatusReport } from "./report.ts";

/** Between the end of one query and the next, in ms. */
const INTERVAL = 2_000;

export interface WaitForOkParameters {
  /** Queries the networks, within the given time in ms. */
  readonly query: (maxMs: number) => Promise<StatusReport>;
  /** In ms. */
  readonly timeout: number;
  /** Told of every report that is not ok. */
  readonly onReport: (report: StatusReport) => void;
  /** In ms. */
  readonly interval?: number;
}

/**
 * Queries until all is ok, or the time is over. The last report is returned,
 * whatever it says.
 */
export async function waitForOk({
  query,
  timeout,
  onReport,
  interval = INTERVAL,
}: WaitForOkParameters): Promise<StatusReport> {
  const end = performance.now() + timeout;
  for (;;) {
    const report = await query(Math.max(1, end - performance.now()));
    if (report.outcome === "ok" || performance.now() >= end) {
      return report;
    }
    onReport(report);
    await sleep(Math.max(0, Math.min(interval, end - performance.now())));
    if (performance.now() >= end) {
      return report;
    }
  }
}
