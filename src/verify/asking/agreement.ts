import { READS } from "../../connect/confirm.ts";

/** When several reads of one thing say the same. */
export interface Agreement<T> {
  isSame(first: T, other: T): boolean;
  /** The result if the reads disagree. */
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
  read: (round: number) => Promise<readonly T[]>,
  { isSame, disagreement }: Agreement<T>,
  first?: readonly (T | undefined)[],
): Promise<readonly T[]> {
  const times = first === undefined ? READS : READS - 1;
  const rounds = await Promise.all(
    Array.from({ length: times }, (_, round) => read(round)),
  );
  return (rounds[0] ?? []).map((last, index) => {
    const reads = [first ?? [], ...rounds].flatMap((all) => all[index] ?? []);
    if (reads.every((reading) => isSame(reading, last))) {
      return reads[0] ?? last;
    }
    // A reading with a reason failed, unless "failed" is the agreed result.
    const unread = reads.find(
      (reading) => "reason" in reading && !isSame(reading, reading),
    );
    return unread ?? disagreement;
  });
}
