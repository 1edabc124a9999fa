/** A declaration of the package. */
export interface ApiDeclaration {
  readonly name: string;
  readonly text: string;
}

/** A declaration that is too long to be shown. */
export interface ApiData {
  readonly name: string;
  /** The digest of its text, which changes with the declaration. */
  readonly digest: string;
}

/** An entry of the package and its exports. */
export interface ApiEntry {
  /** As it is imported: "hardhat-alpha-networks/types". */
  readonly specifier: string;
  readonly declarations: readonly ApiDeclaration[];
}

export interface PublicApi {
  readonly entries: readonly ApiEntry[];
  /** The `declare module` blocks that extend Hardhat's types. */
  readonly augmentations: readonly ApiDeclaration[];
  /** The resolved types of those that are computed from data. */
  readonly resolved: readonly ApiDeclaration[];
  /** The declarations that the ones above use, and that no entry exports. */
  readonly reached: readonly ApiDeclaration[];
  /** Those of `entries` and `reached` that are too long to be shown. */
  readonly data: readonly ApiData[];
}
