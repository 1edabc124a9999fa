import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { expect } from "chai";
import { statusReport } from "../../../src/status/checks.ts";
import type { NodeState, StatusReport } from "../../../src/status/report.ts";
import { drawReports, showProgress } from "../../../tasks/status/watch.ts";

function reportOf(state: NodeState): StatusReport {
  return statusReport([
    {
      network: "devnet",
      hardhatNetwork: "devnet",
      endpoint: "https://host",
      state,
      ...(state === "ok" ? {} : { reason: `it is ${state}`, remedy: "Do." }),
    },
  ]);
}

/** What is written to a stream by reports at given seconds. */
function writtenAt(
  isTTY: boolean,
  show: (
    stream: PassThrough & { isTTY: boolean; columns: number },
    seconds: () => number,
  ) => (report: StatusReport) => unknown,
  reports: readonly (readonly [seconds: number, state: NodeState])[],
): readonly string[] {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 80 });
  let now = 0;
  const next = show(stream, () => now);
  return reports.map(([seconds, state]) => {
    now = seconds;
    next(reportOf(state));
    return stripVTControlCharacters(String(stream.read() ?? ""));
  });
}

describe("what is shown while a status is repeated", () => {
  it("given a wait without a terminal, then each state and its reason is written once, and again after 30 seconds", () => {
    const written = writtenAt(
      false,
      (stream, seconds) => showProgress(stream, () => 1000 * seconds()),
      [
        [0, "unknown"],
        [2, "unknown"],
        [4, "stale"],
        [33, "stale"],
        [34, "stale"],
        [36, "stale"],
      ],
    );

    const unknown = "waiting: devnet unknown\n  devnet: it is unknown. Do.\n";
    const stale = "waiting: devnet stale\n  devnet: it is stale. Do.\n";
    expect(written).to.deep.equal([unknown, "", stale, "", stale, ""]);
  });

  it("given a watch on a terminal, then it has the time, and since when the state is what it is", () => {
    const at = (seconds: number) => new Date(2026, 0, 1, 14, 0, seconds);
    const written = writtenAt(
      true,
      (stream, seconds) => drawReports(stream, () => at(seconds())),
      [
        [1, "ok"],
        [3, "ok"],
        [5, "stale"],
      ],
    );

    expect(
      written.map((text) => /^status: .*$/m.exec(text)?.[0]),
    ).to.deep.equal([
      "status: OK at 14:00:01 · devnet ok since 14:00:01",
      "status: OK at 14:00:03 · devnet ok since 14:00:01",
      "status: FAILED at 14:00:05 · devnet stale since 14:00:05",
    ]);
  });
});
