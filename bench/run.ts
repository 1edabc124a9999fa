import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "../scripts/paths.ts";
import { build } from "../scripts/test-run/programs.ts";
import { parseOptions } from "./options.ts";
import { goalsMarkdown, tablesMarkdown } from "./report/markdown.ts";
import { writeBetweenMarkers } from "./report/write-document.ts";
import { runBenchmarks } from "./run-benchmarks.ts";

const GOALS = join(ROOT, "docs", "performance.md");
const TABLES = join(ROOT, "bench", "RESULTS.md");

async function main(): Promise<void> {
  const { json, write, ...options } = parseOptions(process.argv.slice(2));
  if ((await build()) !== 0) {
    throw new Error("could not build the package");
  }
  const result = await runBenchmarks({
    ...options,
    onProgress: (text) => process.stderr.write(`${text}\n`),
  });
  const goals = goalsMarkdown(result);
  const tables = tablesMarkdown(result);
  console.log(`${goals}\n\n${tables}`);
  if (json !== undefined) {
    writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`);
  }
  if (write) {
    writeBetweenMarkers(GOALS, goals);
    writeBetweenMarkers(TABLES, tables);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
