import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type GroupVerdict, judgeGroup } from "./judge-group.ts";
import { runGroup } from "./run-group.ts";
import { addTallies, type Tally } from "./tally.ts";

/** More than the two cores of CI, since tests often wait for other processes. */
const CONCURRENCY = 4;

/**
 * Runs groups of test files in parallel, each in its own runner, prints the output of
 * each when it ends, and then all failures once more. Errors of a runner itself count
 * as failed tests.
 *
 * @param timeoutMs For each runner.
 */
export async function runTests(
  groups: readonly (readonly string[])[],
  timeoutMs: number,
): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), "alpha-test-run-"));
  try {
    const verdicts: GroupVerdict[] = [];
    const queue = groups.entries();
    const work = async () => {
      for (const [index, files] of queue) {
        const reportFile = join(folder, `${index}.json`);
        const end = await runGroup(files, { reportFile, timeoutMs });
        process.stdout.write(end.output);
        verdicts.push(judgeGroup(end, files.join(", ")));
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    for (const failure of verdicts.flatMap(({ failures }) => failures)) {
      console.log(`✖ ${failure}`);
    }
    return addTallies(verdicts.map(({ tally }) => tally));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
