import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type GroupEnd, judgeGroup } from "./judge-group.ts";
import { orderedOutput } from "./ordered-output.ts";
import { runGroup } from "./run-group.ts";
import { addTallies, type Tally } from "./tally.ts";

/** More than the two cores of CI, since tests often wait for other processes. */
const CONCURRENCY = 3;

/**
 * Runs groups of test files in parallel, each in its own runner, prints their
 * outputs one after the other, and then all failures once more. Errors of a runner
 * itself count as failed tests.
 *
 * @param options.timeoutMs For each runner.
 */
export async function runTests(
  groups: readonly (readonly string[])[],
  { timeoutMs }: { timeoutMs: number },
): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), "alpha-test-run-"));
  const outputs = orderedOutput(groups.length, (text) => {
    process.stdout.write(text);
  });
  try {
    const ends = new Map<string, GroupEnd>();
    const queue = outputs.entries();
    const work = async () => {
      for (const [index, output] of queue) {
        const reportFile = join(folder, `${index}.json`);
        const files = groups[index] ?? [];
        const end = await runGroup(files, { reportFile, output, timeoutMs });
        ends.set(files.join(", "), end);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    const verdicts = [...ends].map(([files, end]) => judgeGroup(end, files));
    for (const failure of verdicts.flatMap(({ failures }) => failures)) {
      console.log(`✖ ${failure}`);
    }
    return addTallies(verdicts.map(({ tally }) => tally));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
