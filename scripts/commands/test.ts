import { ROOT } from "../paths.ts";
import {
  build,
  checkDeadCode,
  checkFormatAndLint,
  checkTypes,
} from "../test-run/programs.ts";
import { runTests } from "../test-run/run-tests.ts";
import { addTallies, summaryLine, type Tally } from "../test-run/tally.ts";
import { distribute, longestFirst, testFiles } from "../test-run/test-files.ts";

const TIMEOUT_MS = 15 * 60_000;
/** Two for each runner, so that all end together. Each has its own setup time. */
const GROUPS = 8;
/** The files that take longest, of which each group gets one. */
const LONG = [
  "test/faults/node-profiles",
  "test/verify/simulate/safe-transactions",
  "test/verify/wiring/offered",
  "test/e2e/sandbox-server",
  "test/verify/wiring/code-kinds",
  "test/docs/snippets",
  "test/faults/pinned-genesis",
  "test/e2e/bad-variables",
];

const CHECKS: Record<string, () => Promise<number>> = {
  "formatting and lint": checkFormatAndLint,
  "dead code": checkDeadCode,
  types: checkTypes,
  // The types are checked by themselves.
  build: () => build("--noCheck"),
};

const failedChecks: string[] = [];
await Promise.all(
  Object.entries(CHECKS).map(async ([name, check]) => {
    const isOk = (await check()) === 0;
    console.log(`${isOk ? "✔" : "✖"} ${name}`);
    if (!isOk) {
      failedChecks.push(name);
    }
  }),
);
const failed = failedChecks.length;
const passed = Object.keys(CHECKS).length - failed;
const tallies: Tally[] = [{ passed, failed, skipped: 0 }];

const files = testFiles(ROOT, "fast");
if (files.length === 0) {
  console.log("✖ there are no tests");
  tallies.push({ passed: 0, failed: 1, skipped: 0 });
} else {
  const { long, short } = longestFirst(files, LONG);
  const groups = distribute([...long, ...short], GROUPS);
  tallies.push(await runTests(groups, TIMEOUT_MS));
}

if (failedChecks.length > 0) {
  console.log(`✖ failed checks, shown at the top: ${failedChecks.join(", ")}`);
}
const total = addTallies(tallies);
console.log(summaryLine(total));
process.exitCode = total.failed === 0 ? 0 : 1;
