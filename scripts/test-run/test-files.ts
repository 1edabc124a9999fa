import { readdirSync } from "node:fs";
import { join, sep } from "node:path";

export type Tier = "fast" | "slow";

/** The test files of a tier below `root`/test, sorted, relative to `root`. */
export function testFiles(root: string, tier: Tier): string[] {
  return readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .map((path) => `test/${path.split(sep).join("/")}`)
    .filter((path) => path.endsWith(".test.ts") && tierOf(path) === tier)
    .sort();
}

function tierOf(path: string): Tier {
  return path.startsWith("test/slow/") ? "slow" : "fast";
}

/**
 * Deals `files` out to at most `count` groups in turn, so that neighbours, which
 * tend to cost the same, land in different groups. None is empty.
 */
export function dealOut(files: readonly string[], count: number): string[][] {
  return Array.from({ length: count }, (_, group) =>
    files.filter((_file, index) => index % count === group),
  ).filter((group) => group.length > 0);
}
