/** A declaration of the package, as its source has it. */
export interface ApiDeclaration {
  readonly name: string;
  readonly text: string;
}

/** A declaration that is too long to be read, told by a digest of it. */
export interface ApiData {
  readonly name: string;
  /** Of the declared type, so that a change of it changes this. */
  readonly digest: string;
}

/** One of the package's entries: what an import of it gives. */
export interface ApiEntry {
  /** As a user writes it: "hardhat-alpha-networks/types". */
  readonly specifier: string;
  readonly declarations: readonly ApiDeclaration[];
}

export interface PublicApi {
  readonly entries: readonly ApiEntry[];
  /** What is added to Hardhat's own types, a `declare module` each. */
  readonly augmentations: readonly ApiDeclaration[];
  /** Types with arguments filled in, where they are computed from data. */
  readonly resolved: readonly ApiDeclaration[];
  /** What the declarations above are made of and no entry exports. */
  readonly reached: readonly ApiDeclaration[];
  readonly data: readonly ApiData[];
}
