import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type GroupEnd, judgeGroup } from "./judge-group.ts";
import { orderedOutput } from "./ordered-output.ts";
import { runGroup } from "./run-group.ts";
import { addTallies, type Tally } from "./tally.ts";

/** So many runners at a time: CI has two cores, and tests often wait for a process. */
const AT_ONCE = 3;

/**
 * Runs groups of test files, each in a runner of its own, some at a time in their
 * order, and prints the output of each whole. What was wrong with a runner itself
 * is printed and counts as a failure.
 *
 * @param options.limit For each runner, in milliseconds.
 */
export async function runTests(
  groups: readonly (readonly string[])[],
  { limit }: { limit: number },
): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), "alpha-test-run-"));
  const outputs = orderedOutput(groups.length, (text) => {
    process.stdout.write(text);
  });
  try {
    const ends = new Map<number, GroupEnd>();
    const waiting = outputs.entries();
    const work = async () => {
      for (const [index, output] of waiting) {
        const reportFile = join(folder, `${index}.json`);
        const files = groups[index] ?? [];
        ends.set(index, await runGroup(files, { reportFile, output, limit }));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const verdicts = [...ends.values()].map(judgeGroup);
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
