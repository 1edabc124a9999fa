import fingerprints from "../fingerprints/ocean-v4-fingerprints.json" with {
  type: "json",
};

/** A released contract that has some code. */
export interface Release {
  readonly contract: string;
  /** The releases with this very code, in order. */
  readonly versions: readonly string[];
}

/** Where a contract's constructor writes into its code, in bytes. */
export interface Immutables {
  readonly contract: string;
  readonly offsets: readonly number[];
  readonly runtimeBytes: number;
}

interface Fingerprint {
  readonly versions: readonly string[];
  readonly runtimeBytes: number;
  readonly codeHashes: Readonly<Record<string, readonly string[] | undefined>>;
  readonly immutables?: readonly number[];
}

const CONTRACTS: ReadonlyMap<
  string,
  Readonly<Record<string, Fingerprint>>
> = new Map(Object.entries(fingerprints));

const BY_STRIPPED_HASH: ReadonlyMap<string, Release> = new Map(
  [...CONTRACTS].flatMap(([contract, bands]) =>
    Object.entries(bands).map(
      ([hash, { versions }]) => [hash, { contract, versions }] as const,
    ),
  ),
);
const BY_CODE_HASH: ReadonlyMap<string, Release> = new Map(
  [...CONTRACTS].flatMap(([contract, bands]) =>
    Object.values(bands).flatMap(({ codeHashes }) =>
      Object.entries(codeHashes).map(
        ([hash, versions = []]) => [hash, { contract, versions }] as const,
      ),
    ),
  ),
);

/** The release with exactly this code, metadata included. */
export function releaseByCodeHash(hash: string): Release | undefined {
  return BY_CODE_HASH.get(hash.toLowerCase());
}

/** The releases with this code but for the metadata that the compiler adds. */
export function releaseByStrippedHash(hash: string): Release | undefined {
  return BY_STRIPPED_HASH.get(hash.toLowerCase());
}

/** The contracts of a size whose constructor writes into their code. */
export function immutablesOfSize(bytes: number): readonly Immutables[] {
  return [...CONTRACTS].flatMap(([contract, bands]) =>
    Object.values(bands).flatMap(({ runtimeBytes, immutables }) =>
      immutables !== undefined && runtimeBytes === bytes
        ? [{ contract, offsets: immutables, runtimeBytes }]
        : [],
    ),
  );
}

/** Releases in short: `1.1.12–2.0.4`. */
export function describeReleases(versions: readonly string[]): string {
  const [first = ""] = versions;
  const last = versions.at(-1);
  return last === undefined || last === first ? first : `${first}–${last}`;
}
