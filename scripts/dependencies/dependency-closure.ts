/** One package of a lock file, as far as it is read here. */
export interface LockedPackage {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The `packages` of a package-lock.json, by their folder. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/**
 * The folders of the packages that npm installs for these names, with everything
 * below them and without their peers, sorted. An optional package that the lock
 * file lacks is none.
 *
 * @throws {Error} if the lock file lacks one that is not optional.
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
      throw new Error(`The lock file has no ${name} for ${from || "the root"}`);
    }
    if (found.has(folder)) {
      return;
    }
    found.add(folder);
    const { dependencies = {}, optionalDependencies = {} } =
      packages[folder] ?? {};
    for (const below of Object.keys(dependencies)) {
      visit(below, folder, below in optionalDependencies);
    }
    for (const below of Object.keys(optionalDependencies)) {
      visit(below, folder, true);
    }
  };
  for (const name of names) {
    visit(name, "", false);
  }
  return [...found].sort();
}

/** Where Node finds a package, seen from another's folder: there or above. */
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
