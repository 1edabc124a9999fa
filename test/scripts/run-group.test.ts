import { expect } from "chai";

import { runGroup } from "../../scripts/test-run/run-group.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

describe("runGroup", () => {
  for (const [title, source, expected, printed = [], limits] of [
    [
      "passing, failing and skipped tests, a hook that fails and a test that reaches for another host, then each is counted, and the skipped ones named",
      `describe("outer", () => {
        it("passes", () => {});
        it("fails", () => { throw new Error("on purpose"); });
        it("calls out", async () => { await fetch("http://192.0.2.1/"); });
        describe.skip("left out", () => { it("never runs", () => {}); });
      });
      describe("with a hook", () => {
        before(() => { throw new Error("of the hook"); });
        it("never runs", () => {});
      });`,
      {
        report: {
          passed: 1,
          failed: 3,
          skipped: 1,
          failures: [
            "outer › fails: on purpose",
            "outer › calls out: fetch failed",
            'with a hook › "before all" hook for "never runs": of the hook',
          ],
        },
        exitCode: 1,
      },
      ["outer › left out › never runs", "refused a connection to 192.0.2.1:80"],
    ],
    [
      "`it.only`, then it is rejected by name, without a report",
      'it.only("runs", () => {}); it("is forgotten", () => {});',
      { report: undefined, exitCode: 1 },
      [".only"],
    ],
    [
      "a file that does not load, then there is no report",
      'throw new Error("does not load");',
      { report: undefined, exitCode: 1 },
      ["does not load"],
    ],
    [
      "a test that exits with code 0, then there is no report",
      'it("ends all", () => process.exit(0));',
      { report: undefined, exitCode: 0 },
    ],
    [
      "something left open after the last test, then it ends with a failure",
      'it("leaves a timer", () => { setInterval(() => {}, 1000); });',
      { report: { passed: 1, failed: 1, skipped: 0 }, exitCode: 1 },
      ["leaves a timer"],
      { maxLingerMs: 100 },
    ],
    [
      "a test that leaves a file in the temporary folder, then its name is told",
      `import { writeFileSync } from "node:fs";
      import { tmpdir } from "node:os";
      it("writes", () => writeFileSync(\`\${tmpdir()}/left.txt\`, ""));`,
      { report: { passed: 1, failed: 0 }, exitCode: 0, left: ["left.txt"] },
    ],
    [
      "a test that never ends, then it is killed without a report",
      'it("waits", () => new Promise(() => setInterval(() => {}, 1000)));',
      { report: undefined, isKilled: true },
      [],
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
      for (const text of printed) {
        expect(end.output).to.contain(text);
      }
    });
  }

  it("given a temporary folder without what earlier runs compiled, then the tests run", async () => {
    using folder = temporaryFolder({
      "sample.test.ts": 'it("passes", () => {});',
    });

    const { TMPDIR } = process.env;
    process.env["TMPDIR"] = folder.root;
    const end = await runGroup([folder.at("sample.test.ts")], {
      reportFile: folder.at("report.json"),
      timeoutMs: 60_000,
    }).finally(() => {
      process.env["TMPDIR"] = TMPDIR ?? "";
    });

    expect(end).to.containSubset({
      report: { passed: 1, failed: 0 },
      exitCode: 0,
      left: [],
    });
  });
});
