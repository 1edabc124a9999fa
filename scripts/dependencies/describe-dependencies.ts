import type { InstalledDependency } from "./dependency-figures.ts";

/** A table of the packages, and their sums. */
export function describeDependencies(
  all: readonly InstalledDependency[],
): string {
  const width = Math.max(...all.map(({ name }) => name.length));
  const lines = all.map(
    ({ name, version, license, bytes, isDirect, isOfPeers }) =>
      [
        name.padEnd(width),
        version.padEnd(10),
        megabytes(bytes).padStart(8),
        license.padEnd(14),
        [isDirect ? "direct" : "", isOfPeers ? "also of a peer" : ""]
          .filter((text) => text !== "")
          .join(", "),
      ]
        .join("  ")
        .trimEnd(),
  );
  const added = all.filter(({ isOfPeers }) => !isOfPeers);
  return [
    ...lines,
    "",
    `in total: ${describeSum(all)}, ${all.filter(({ isDirect }) => isDirect).length} of them direct`,
    `without those of peers: ${describeSum(added)}`,
  ].join("\n");
}

function describeSum(all: readonly InstalledDependency[]): string {
  const bytes = all.reduce((sum, one) => sum + one.bytes, 0);
  return `${all.length} packages, ${megabytes(bytes)}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(2)} MB`;
}
