/** An entry of the package, and its source file. */
export interface PackageEntry {
  readonly specifier: string;
  /** Relative to the repository. */
  readonly source: string;
}

/** The entries in a package.json that have types, in its order. */
export function packageEntries({
  name,
  exports,
}: {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
}): readonly PackageEntry[] {
  return Object.entries(exports).flatMap(([entry, target]) => {
    const types = typesOf(target);
    if (types === undefined) {
      return [];
    }
    const file = /^\.\/dist\/(.+)\.d\.ts$/.exec(types)?.[1];
    if (file === undefined) {
      throw new Error(`${entry} has no declarations in dist`);
    }
    return [{ specifier: `${name}${entry.slice(1)}`, source: `${file}.ts` }];
  });
}

/** The declaration file of an entry, or of its `import` condition. */
function typesOf(target: unknown): string | undefined {
  if (typeof target !== "object" || target === null) {
    return undefined;
  }
  if ("types" in target) {
    return String(target.types);
  }
  return "import" in target ? typesOf(target.import) : undefined;
}
