/** What becomes of an endpoint that does not agree with the others. */
export interface Disagreement {
  readonly state: "wrong-chain" | "unknown";
  readonly reason: string;
}

/**
 * Whether endpoints of one network have the same block at one height. Those in
 * the minority are on another chain; where no hash has a majority nobody can
 * tell which are, so the state of all is unknown.
 *
 * @param hashes the block hash of each endpoint; `undefined` where it could not
 * be read, which says nothing
 */
export function judgeAgreement(
  hashes: readonly (string | undefined)[],
  height: bigint,
): readonly (Disagreement | undefined)[] {
  const known = hashes.filter((hash) => hash !== undefined);
  const counts = new Map<string, number>();
  for (const hash of known) {
    counts.set(hash, (counts.get(hash) ?? 0) + 1);
  }
  if (counts.size < 2) {
    return hashes.map(() => undefined);
  }
  const majority = [...counts].find(([, count]) => 2 * count > known.length);
  return hashes.map((hash) => {
    if (hash === undefined || hash === majority?.[0]) {
      return undefined;
    }
    return majority === undefined
      ? {
          state: "unknown",
          reason: `the network's endpoints have different blocks at height ${height}, this one ${hash}: find out which of them is on the network's chain`,
        }
      : {
          state: "wrong-chain",
          reason: `its block ${height} is ${hash}, while most of the network's endpoints have ${majority[0]}: it is on a fork, or on another chain`,
        };
  });
}
