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
  failures: failed > 0 ? ["test"] : [],
});

describe("judgeGroup", () => {
  for (const [given, end, expected] of [
    [
      "a report and a good end",
      { report: report(3, 0, 1), exitCode: 0 },
      { tally: tally(3, 0, 1), failures: [] },
    ],
    [
      "failed tests and exit code 1",
      { report: report(3, 1), exitCode: 1 },
      { tally: tally(3, 1), failures: ["test"] },
    ],
  ] as const) {
    it(`given ${given}, then the verdict is the report, without blaming the runner`, () => {
      expect(judgeGroup(end, "a.test.ts")).to.eql(expected);
    });
  }

  for (const [given, end, error] of [
    ["no report", { report: undefined, exitCode: 0 }, /crashed/],
    ["a damaged report", { report: { passed: "3" }, exitCode: 0 }, /crashed/],
    ["negative counts", { report: report(1, -1), exitCode: 0 }, /crashed/],
    ["no failures in it", { report: tally(1), exitCode: 0 }, /crashed/],
    [
      "a runner killed in its tests",
      { report: undefined, exitCode: 137, isKilled: true },
      /did not finish in time/,
    ],
    ["no test at all", { report: report(0), exitCode: 0 }, /no tests/],
    [
      "a crash after good tests",
      { report: report(3), exitCode: 1 },
      /exited with code 1, although/,
    ],
    [
      "something that good tests left",
      { report: report(3), exitCode: 0, left: ["a", "b"] },
      /the tests left a, b in the temporary folder/,
    ],
  ] as const) {
    it(`given ${given}, then it counts as one failure, with an error`, () => {
      const verdict = judgeGroup(end, "a.test.ts");

      expect(verdict.tally.failed).to.equal(1);
      expect(verdict.failures).to.have.length(1);
      expect(verdict.failures[0]).to.match(error).and.contain("(a.test.ts)");
    });
  }
});

describe("summaryLine", () => {
  it("given tallies, then it adds them up", () => {
    const tallies = [tally(3), tally(4, 1, 2)];

    expect(summaryLine(addTallies(tallies))).to.equal(
      "7 passed, 1 failed, 2 skipped",
    );
  });
});
