import fingerprints from "./fingerprints/ocean-v4-fingerprints.json" with {
  type: "json",
};

let hashes: ReadonlySet<string> | undefined;

/** Whether a code hash is that of a released contract, none of which is a proxy. */
export function isKnownCode(hash: string): boolean {
  hashes ??= new Set(
    Object.values(fingerprints).flatMap((contract) =>
      Object.values(contract).flatMap(({ codeHashes }) =>
        Object.keys(codeHashes),
      ),
    ),
  );
  return hashes.has(hash.toLowerCase());
}
