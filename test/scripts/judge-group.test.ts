import { expect } from "chai";

import { judgeGroup } from "../../scripts/test-run/judge-group.ts";
import { addTallies, summaryLine } from "../../scripts/test-run/tally.ts";

const tally = (passed: number, failed = 0, skipped = 0) => ({
  passed,
  failed,
  skipped,
});

const report = (passed: number, failed = 0, skipped = 0) => ({
  ...tally(passed, failed, skipped),
  failures: Array.from(
    { length: Math.max(failed, 0) },
    (_, index) => `test ${index}`,
  ),
});

describe("judgeGroup", () => {
  it("given a report and a good end, when judged, then the tally is the report's", () => {
    expect(
      judgeGroup({ report: report(3, 0, 1), exitCode: 0 }, "a.test.ts"),
    ).to.eql({
      tally: tally(3, 0, 1),
      failures: [],
    });
  });

  it("given failed tests and exit code 1, when judged, then the runner itself is not blamed", () => {
    expect(
      judgeGroup({ report: report(3, 2), exitCode: 1 }, "a.test.ts"),
    ).to.eql({
      tally: tally(3, 2),
      failures: ["test 0", "test 1"],
    });
  });

  for (const [given, end, error] of [
    [
      "no report and exit code 0",
      { report: undefined, exitCode: 0 },
      /crashed/,
    ],
    [
      "no report and exit code 1",
      { report: undefined, exitCode: 1 },
      /crashed/,
    ],
    ["a damaged report", { report: { passed: "3" }, exitCode: 0 }, /crashed/],
    ["negative counts", { report: report(1, -1), exitCode: 0 }, /crashed/],
    [
      "a report without the failures",
      { report: tally(1), exitCode: 0 },
      /crashed/,
    ],
    [
      "a runner killed in its tests",
      { report: undefined, exitCode: 137, killed: "unfinished" },
      /did not finish in time/,
    ],
    [
      "a runner killed after its tests",
      { report: report(3), exitCode: 137, killed: "lingering" },
      /still open/,
    ],
    ["no test at all", { report: report(0), exitCode: 0 }, /no tests/],
    [
      "a crash after good tests",
      { report: report(3), exitCode: 1 },
      /exited with code 1, although/,
    ],
  ] as const) {
    it(`given ${given}, when judged, then it counts as one failure, with an error`, () => {
      const verdict = judgeGroup(end, "a.test.ts");

      expect(verdict.tally.failed).to.equal(1);
      expect(verdict.failures).to.have.length(1);
      expect(verdict.failures[0]).to.match(error).and.contain("(a.test.ts)");
    });
  }
});

describe("summaryLine", () => {
  it("given tallies, when added up, then the line has passed and failed", () => {
    expect(summaryLine(addTallies([tally(3), tally(4, 1)]))).to.equal(
      "7 passed, 1 failed",
    );
  });

  it("given skipped tests, when added up, then the line has them", () => {
    expect(summaryLine(addTallies([tally(3, 0, 2)]))).to.equal(
      "3 passed, 0 failed, 2 skipped",
    );
  });

  it("given nothing, when added up, then nothing passed", () => {
    expect(summaryLine(addTallies([]))).to.equal("0 passed, 0 failed");
  });
});
