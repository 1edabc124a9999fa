/** How often something is read that a corrupted answer may look like. */
export const READS = 3;

/** When several reads of one thing say the same. */
export interface Agreement<T> {
  isSame(first: T, other: T): boolean;
  /** What counts where they do not. */
  readonly disagreement: T;
}

/**
 * Reads things {@link READS} times: empty storage, code of no release, a call that
 * fails. A corrupted answer may look like these, or a backend that lacks state may
 * say so, while no answer can make up the code of a release or a name in a
 * contract. The reads are next to each other, so that they reach several backends.
 *
 * @param first what was read before, which counts as one of the reads; `undefined` where
 * it says nothing
 */
export async function readAgreed<T extends object>(
  read: () => Promise<readonly T[]>,
  { isSame, disagreement }: Agreement<T>,
  first?: readonly (T | undefined)[],
): Promise<readonly T[]> {
  const times = first === undefined ? READS : READS - 1;
  const rounds = await Promise.all(Array.from({ length: times }, read));
  return (rounds[0] ?? []).map((last, index) => {
    const reads = [first ?? [], ...rounds].flatMap((all) => all[index] ?? []);
    // A reading that has a reason could not be read.
    const unread = reads.find((reading) => "reason" in reading);
    const isAgreed = reads.every((reading) => isSame(reading, last));
    return unread ?? (isAgreed ? (reads[0] ?? last) : disagreement);
  });
}
