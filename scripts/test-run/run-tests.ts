import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { judgeGroup } from "./judge-group.ts";
import { orderedOutput } from "./ordered-output.ts";
import { runGroup } from "./run-group.ts";
import { addTallies, type Tally } from "./tally.ts";
import { dealOut } from "./test-files.ts";

const GROUPS = 2;

/**
 * Runs test files in parallel runners and prints the output of each whole.
 * What was wrong with a runner itself is printed and counts as a failure.
 */
export async function runTests(
  files: readonly string[],
  { limit }: { limit: number },
): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), "alpha-test-run-"));
  const groups = dealOut(files, GROUPS);
  const outputs = orderedOutput(groups.length, (text) => {
    process.stdout.write(text);
  });
  try {
    const ends = await Promise.all(
      outputs.map((output, index) =>
        runGroup(groups[index] ?? [], {
          reportFile: join(folder, `${index}.json`),
          output,
          limit,
        }),
      ),
    );
    const verdicts = ends.map(judgeGroup);
    for (const { complaint } of verdicts) {
      if (complaint !== undefined) {
        console.log(`✖ ${complaint}`);
      }
    }
    return addTallies(verdicts.map(({ tally }) => tally));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
