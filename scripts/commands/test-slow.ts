import { ROOT } from "../paths.ts";
import { runTests } from "../test-run/run-tests.ts";
import { summaryLine } from "../test-run/tally.ts";
import { testFiles } from "../test-run/test-files.ts";

const TIMEOUT_MS = 45 * 60_000;

/** The files that take longest, which start first, so that none is left for the end. */
const LONG = /^test\/slow\/(?:faults|control|clients|lock|package|served)/;

const files = testFiles(ROOT, "slow").sort(
  (a, b) => Number(LONG.test(b)) - Number(LONG.test(a)),
);
if (files.length === 0) {
  console.log("There are no slow tests.");
} else {
  const total = await runTests(
    files.map((file) => [file]),
    { timeoutMs: TIMEOUT_MS },
  );
  console.log(summaryLine(total));
  process.exitCode = total.failed === 0 ? 0 : 1;
}
