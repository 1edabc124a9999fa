import { existsSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "../paths.ts";
import { runInherited } from "../run-inherited.ts";

const BENCHMARK = join(ROOT, "bench", "run.ts");

if (existsSync(BENCHMARK)) {
  process.exitCode = await runInherited([
    process.execPath,
    BENCHMARK,
    ...process.argv.slice(2),
  ]);
} else {
  console.error("bench/run.ts is missing. Restore it from git.");
  process.exitCode = 1;
}
