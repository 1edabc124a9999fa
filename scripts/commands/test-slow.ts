import { ROOT } from "../paths.ts";
import { runTests } from "../test-run/run-tests.ts";
import { summaryLine } from "../test-run/tally.ts";
import { distribute, testFiles } from "../test-run/test-files.ts";

const TIMEOUT_MS = 45 * 60_000;

/**
 * The files that take longest, which start first, so that none is left for the end: by
 * turns those that wait for servers or npm's registry, and those that compute.
 */
const LONG = [
  "faults/matrix",
  "package-templates",
  "faults/odd-answers",
  "control/audit",
  "package",
  "control/simulate",
  "faults/node-profiles",
  "faults/random",
  "clients/real-clients",
  "served-chain-attacks",
  "package-consumers",
  "lock-changes",
  "package-peers",
  "faults/pools",
].map((name) => `test/slow/${name}.test.ts`);
/** Of the other files. Each group has its own setup time. */
const GROUPS = 6;

const files = testFiles(ROOT, "slow");
const long = LONG.filter((file) => files.includes(file));
const short = files.filter((file) => !LONG.includes(file));
if (files.length === 0) {
  console.log("There are no slow tests.");
} else {
  const total = await runTests(
    [...long.map((file) => [file]), ...distribute(short, GROUPS)],
    { timeoutMs: TIMEOUT_MS },
  );
  console.log(summaryLine(total));
  process.exitCode = total.failed === 0 ? 0 : 1;
}
