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
 * Distributes files to at most `count` groups in turn, since neighbouring files tend
 * to take the same time. No group is empty.
 */
export function distribute(
  files: readonly string[],
  count: number,
): string[][] {
  return Array.from({ length: count }, (_, group) =>
    files.filter((_file, index) => index % count === group),
  ).filter((group) => group.length > 0);
}

/** Splits files into those whose path begins with one of `starts`, in that order, and the others. */
export function longestFirst(
  files: readonly string[],
  starts: readonly string[],
): { readonly long: readonly string[]; readonly short: readonly string[] } {
  const long = starts.flatMap((start) =>
    files.filter((file) => file.startsWith(start)),
  );
  return { long, short: files.filter((file) => !long.includes(file)) };
}
