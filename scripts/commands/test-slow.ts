import { ROOT } from "../paths.ts";
import { runTests } from "../test-run/run-tests.ts";
import { summaryLine } from "../test-run/tally.ts";
import { distribute, longestFirst, testFiles } from "../test-run/test-files.ts";

const TIMEOUT_MS = 45 * 60_000;

/** The files that take longest, the longest first, so that none is left for the end. */
const LONG = [
  "faults",
  "control",
  "offered",
  "package",
  "clients",
  "lock",
  "served",
].map((start) => `test/slow/${start}`);
/** Of the other files. Each group has its own setup time. */
const GROUPS = 10;

const files = testFiles(ROOT, "slow");
const { long, short } = longestFirst(files, LONG);
if (files.length === 0) {
  console.log("There are no slow tests.");
} else {
  const total = await runTests(
    [...long.map((file) => [file]), ...distribute(short, GROUPS)],
    TIMEOUT_MS,
  );
  console.log(summaryLine(total));
  process.exitCode = total.failed === 0 ? 0 : 1;
}
