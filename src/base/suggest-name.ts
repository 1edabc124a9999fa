/** Longer names are not misspelled fields. In UTF-16 units. */
const LONGEST = 64;

/**
 * The one candidate that a name is a misspelling of; `undefined` where none, or
 * more than one, is as near.
 */
export function suggestName(
  name: string,
  candidates: Iterable<string>,
): string | undefined {
  if (name.length > LONGEST) {
    return undefined;
  }
  const byDistance = Map.groupBy(candidates, (candidate) =>
    nameDistance(folded(name), folded(candidate)),
  );
  const least = Math.min(...byDistance.keys());
  const nearest = byDistance.get(least) ?? [];
  if (least <= maxMistakes(name) && nearest.length === 1) {
    return nearest[0];
  }
  return undefined;
}

/**
 * A sentence for an error message that suggests the nearest name, with a space at the
 * end; empty if there is none.
 */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const suggested = suggestName(name, candidates);
  return suggested === undefined ? "" : `Did you mean ${suggested}? `;
}

/** Short names are too similar to allow many mistakes. */
function maxMistakes({ length }: string): number {
  if (length < 4) {
    return 0;
  }
  if (length < 8) {
    return 1;
  }
  return 2;
}

/** Case and underscores do not count as mistakes. */
function folded(name: string): string {
  return name.replace(/[_-]/g, "").toLowerCase();
}

/**
 * How many characters must be added, dropped, replaced, or swapped with their
 * neighbour to make one name another.
 */
function nameDistance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = [...Array(other.length + 1).keys()];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped =
        one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(
        Math.min(
          (last[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (last[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforeLast = last;
    last = row;
  }
  return last.at(-1) ?? 0;
}
