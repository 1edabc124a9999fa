import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "../scripts/paths.ts";
import { build } from "../scripts/test-run/programs.ts";
import { parseOptions } from "./options.ts";
import type { BenchResult } from "./report/result.ts";
import { goalsMarkdown, tablesMarkdown } from "./report/tables.ts";
import { writeBetweenMarkers } from "./report/write-document.ts";
import { runBenchmarks } from "./run-benchmarks.ts";

const GOALS = join(ROOT, "docs", "performance.md");
const TABLES = join(ROOT, "bench", "RESULTS.md");

function readResult(file: string): BenchResult {
  return JSON.parse(readFileSync(file, "utf8")) as BenchResult;
}

async function main(): Promise<void> {
  const { json, earlier, write, ...options } = parseOptions(
    process.argv.slice(2),
  );
  const before = earlier === undefined ? undefined : readResult(earlier);
  if ((await build()) !== 0) {
    throw new Error("could not build the package");
  }
  const measured = await runBenchmarks({
    ...options,
    onProgress: (text) => process.stderr.write(`${text}\n`),
  });
  const result: BenchResult = {
    ...measured,
    commands: measured.commands ?? before?.commands,
    sandbox: measured.sandbox ?? before?.sandbox,
    memory: measured.memory ?? before?.memory,
    network: measured.network ?? before?.network,
  };
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
