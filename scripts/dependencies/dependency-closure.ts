/** The fields of a package in a lock file that are used here. */
export interface LockedPackage {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The `packages` of a package-lock.json, by folder. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/**
 * The folders of packages and of all their dependencies, without peer dependencies,
 * sorted. Optional packages that are not in the lock file are skipped.
 *
 * @throws {Error} if a package that is not optional is not in the lock file.
 */
export function dependencyClosure(
  packages: LockedPackages,
  names: readonly string[],
): readonly string[] {
  const found = new Set<string>();
  const visit = (name: string, from: string, isOptional: boolean) => {
    const folder = resolveFolder(packages, name, from);
    if (folder === undefined) {
      if (isOptional) {
        return;
      }
      throw new Error(
        `${name}, which ${from || "the root"} depends on, is not in the lock file`,
      );
    }
    if (found.has(folder)) {
      return;
    }
    found.add(folder);
    const { dependencies = {}, optionalDependencies = {} } =
      packages[folder] ?? {};
    for (const dependency of Object.keys(dependencies)) {
      visit(dependency, folder, dependency in optionalDependencies);
    }
    for (const dependency of Object.keys(optionalDependencies)) {
      visit(dependency, folder, true);
    }
  };
  for (const name of names) {
    visit(name, "", false);
  }
  return [...found].sort();
}

/** Resolves a package like Node.js, from a folder upwards. */
function resolveFolder(
  packages: LockedPackages,
  name: string,
  from: string,
): string | undefined {
  const folder = `${from === "" ? "" : `${from}/`}node_modules/${name}`;
  if (Object.hasOwn(packages, folder)) {
    return folder;
  }
  if (from === "") {
    return undefined;
  }
  const end = from.lastIndexOf("/node_modules/");
  return resolveFolder(packages, name, end === -1 ? "" : from.slice(0, end));
}
