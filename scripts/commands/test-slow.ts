import { ROOT } from "../paths.ts";
import { runTests } from "../test-run/run-tests.ts";
import { summaryLine } from "../test-run/tally.ts";
import { testFiles } from "../test-run/test-files.ts";

const TIMEOUT_MS = 45 * 60_000;

/**
 * A process each, since what a file loads and compiles serves the next ones, and those
 * that take longest first. A file belongs to the first topic that its path matches.
 */
const TOPICS = [
  /^(docs|examples)\//,
  /^faults\/matrix/,
  /^faults\//,
  /^package/,
  /^(clients|served)/,
  /^(control|lock)/,
  /^/,
];
/** One more than of the fast tests, since the limits of slow tests leave more room. */
const CONCURRENCY = 4;

const files = testFiles(ROOT, "slow");
const topicOf = (file: string) =>
  TOPICS.findIndex((topic) => topic.test(file.slice("test/slow/".length)));
if (files.length === 0) {
  console.log("There are no slow tests.");
} else {
  const groups = TOPICS.map((_, topic) =>
    files.filter((file) => topicOf(file) === topic),
  ).filter((group) => group.length > 0);
  const total = await runTests(groups, {
    timeoutMs: TIMEOUT_MS,
    concurrency: CONCURRENCY,
  });
  console.log(summaryLine(total));
  process.exitCode = total.failed === 0 ? 0 : 1;
}
