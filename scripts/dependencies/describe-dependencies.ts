import type { InstalledDependency } from "./dependency-figures.ts";

/** A table of the packages, and what they add up to. */
export function describeDependencies(
  all: readonly InstalledDependency[],
): string {
  const width = Math.max(...all.map(({ name }) => name.length));
  const lines = all.map(
    ({ name, version, license, bytes, isDirect, isPeersToo }) =>
      [
        name.padEnd(width),
        version.padEnd(10),
        megabytes(bytes).padStart(8),
        license.padEnd(14),
        [isDirect ? "direct" : "", isPeersToo ? "of a peer too" : ""]
          .filter((text) => text !== "")
          .join(", "),
      ]
        .join("  ")
        .trimEnd(),
  );
  const added = all.filter(({ isPeersToo }) => !isPeersToo);
  return [
    ...lines,
    "",
    `${describeSum(all)} in all, ${all.filter(({ isDirect }) => isDirect).length} of them asked for by this package itself`,
    `${describeSum(added)} of them a project with the peers does not have yet`,
  ].join("\n");
}

function describeSum(all: readonly InstalledDependency[]): string {
  const bytes = all.reduce((sum, one) => sum + one.bytes, 0);
  return `${all.length} packages, ${megabytes(bytes)}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(2)} MB`;
}
