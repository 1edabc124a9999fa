/** An entry of the package and the source file that is compiled to it. */
export interface PackageEntry {
  readonly specifier: string;
  /** From the repository's folder. */
  readonly source: string;
}

/** The entries of a manifest that have types, in its order. */
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

/** The declarations of an entry, or of what it is to `import` if that has its own. */
function typesOf(target: unknown): string | undefined {
  if (typeof target !== "object" || target === null) {
    return undefined;
  }
  if ("types" in target) {
    return String(target.types);
  }
  return "import" in target ? typesOf(target.import) : undefined;
}
