import { expect } from "chai";

import { runGroup } from "../../scripts/test-run/run-group.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

describe("runGroup", () => {
  for (const [title, source, expected, printed = "", limits] of [
    [
      "passing, failing and skipped tests, then they are counted, and the skipped ones named",
      `describe("outer", () => {
        it("passes", () => {});
        it("fails", () => { throw new Error("on purpose"); });
        describe.skip("left out", () => { it("never runs", () => {}); });
      });`,
      {
        report: {
          passed: 1,
          failed: 1,
          skipped: 1,
          failures: ["outer › fails: on purpose"],
        },
        exitCode: 1,
      },
      "outer › left out › never runs",
    ],
    [
      "a hook that fails, then it counts as a failure",
      'before(() => { throw new Error("on purpose"); }); it("never runs", () => {});',
      { report: { passed: 0, failed: 1, skipped: 0 }, exitCode: 1 },
    ],
    [
      "`it.only`, then it is rejected by name, without a report",
      'it.only("runs", () => {}); it("is forgotten", () => {});',
      { report: undefined, exitCode: 1 },
      ".only",
    ],
    [
      "a file that does not load, then there is no report",
      'throw new Error("does not load");',
      { report: undefined, exitCode: 1 },
      "does not load",
    ],
    [
      "a test that exits with code 0, then there is no report",
      'it("ends all", () => process.exit(0));',
      { report: undefined, exitCode: 0 },
    ],
    [
      "a test that reaches for another host, then it fails",
      'it("calls out", async () => { await fetch("http://192.0.2.1/"); });',
      { report: { passed: 0, failed: 1, skipped: 0 }, exitCode: 1 },
      "refused a connection to 192.0.2.1:80",
    ],
    [
      "something left open after the last test, then it ends with a failure",
      'it("leaves a timer", () => { setInterval(() => {}, 1000); });',
      { report: { passed: 1, failed: 1, skipped: 0 }, exitCode: 1 },
      "leaves a timer",
      { maxLingerMs: 100 },
    ],
    [
      "a test that never ends, then it is killed without a report",
      'it("waits", () => new Promise(() => setInterval(() => {}, 1000)));',
      { report: undefined, isKilled: true },
      "",
      { timeoutMs: 1_500 },
    ],
  ] as const) {
    it(`given ${title}`, async () => {
      using folder = temporaryFolder({ "sample.test.ts": source });

      const end = await runGroup([folder.at("sample.test.ts")], {
        reportFile: folder.at("report.json"),
        timeoutMs: 60_000,
        ...limits,
      });

      expect(end).to.containSubset({ isKilled: false, ...expected });
      expect(end.output).to.contain(printed);
    });
  }
});
