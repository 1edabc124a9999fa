import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "chai";

import type { GroupEnd } from "../../scripts/test-run/judge-group.ts";
import { runGroup } from "../../scripts/test-run/run-group.ts";

/** Runs a test file with `source`, and returns how its runner ended. */
async function runSource(
  source: string,
  {
    timeoutMs = 60_000,
    maxLingerMs,
  }: { timeoutMs?: number; maxLingerMs?: number } = {},
): Promise<GroupEnd & { readonly printed: string }> {
  const folder = mkdtempSync(join(tmpdir(), "alpha-run-group-"));
  const file = join(folder, "sample.test.ts");
  let printed = "";
  try {
    writeFileSync(file, source);
    const end = await runGroup([file], {
      reportFile: join(folder, "report.json"),
      output: {
        write: (text) => {
          printed += text;
        },
        end: () => {},
      },
      timeoutMs,
      ...(maxLingerMs === undefined ? {} : { maxLingerMs }),
    });
    return { ...end, printed };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("runGroup", () => {
  it("given passing, failing and skipped tests, when run, then they are counted and the skipped ones named", async () => {
    const { report, exitCode, killed, printed } = await runSource(`
      describe("outer", () => {
        it("passes", () => {});
        it("fails", () => { throw new Error("on purpose"); });
        describe.skip("left out", () => { it("never runs", () => {}); });
        it("skips itself", function () { this.skip(); });
      });`);

    expect(report).to.eql({
      passed: 1,
      failed: 1,
      skipped: 2,
      failures: ["outer › fails: on purpose"],
    });
    expect(exitCode).to.equal(1);
    expect(killed).to.equal(undefined);
    expect(printed).to.include("outer › left out › never runs");
    expect(printed).to.include("outer › skips itself");
  });

  it("given a hook that fails, when run, then it counts as a failure", async () => {
    const { report } = await runSource(`
      describe("outer", () => {
        before(() => { throw new Error("on purpose"); });
        it("never runs", () => {});
      });`);

    expect(report).to.include({ passed: 0, failed: 1, skipped: 0 });
  });

  it("given `it.only`, when run, then it is rejected by name and there is no report", async () => {
    const { report, exitCode, printed } = await runSource(
      'it.only("runs", () => {}); it("is forgotten", () => {});',
    );

    expect(exitCode).to.not.equal(0);
    expect(report).to.equal(undefined);
    expect(printed).to.match(/\.only/);
  });

  it("given a file that does not load, when run, then there is no report", async () => {
    const { report, exitCode, printed } = await runSource(
      'throw new Error("does not load");',
    );

    expect(report).to.equal(undefined);
    expect(exitCode).to.equal(1);
    expect(printed).to.include("does not load");
  });

  it("given a test that exits with code 0, when run, then there is no report", async () => {
    const { report, exitCode } = await runSource(
      'it("ends all", () => process.exit(0));',
    );

    expect(report).to.equal(undefined);
    expect(exitCode).to.equal(0);
  });

  it("given a test that reaches for another host, when run, then it fails", async () => {
    const { report, printed } = await runSource(
      'it("calls out", async () => { await fetch("http://192.0.2.1/"); });',
    );

    expect(report).to.include({ passed: 0, failed: 1, skipped: 0 });
    expect(printed).to.include("refused a connection to 192.0.2.1:80");
  });

  it("given something left open after the last test, when its time is up, then the runner is killed", async () => {
    const { report, killed } = await runSource(
      'it("leaves a timer", () => { setInterval(() => {}, 1000); });',
      { maxLingerMs: 100 },
    );

    expect(report).to.include({ passed: 1, failed: 0, skipped: 0 });
    expect(killed).to.equal("lingering");
  });

  it("given a test that never ends, when the time is up, then the runner is killed without a report", async () => {
    const { report, killed } = await runSource(
      'it("waits", () => new Promise(() => setInterval(() => {}, 1000)));',
      { timeoutMs: 1_500 },
    );

    expect(report).to.equal(undefined);
    expect(killed).to.equal("unfinished");
  });
});
