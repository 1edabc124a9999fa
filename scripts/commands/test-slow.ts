import { ROOT } from "../paths.ts";
import { runTests } from "../test-run/run-tests.ts";
import { summaryLine } from "../test-run/tally.ts";
import { testFiles } from "../test-run/test-files.ts";

const TIMEOUT_MS = 45 * 60_000;

const files = testFiles(ROOT, "slow");
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
