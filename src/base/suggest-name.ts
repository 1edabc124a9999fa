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
  let nearest: string[] = [];
  let least = maxMistakes(name);
  for (const candidate of candidates) {
    const distance = distanceOf(name, candidate, least);
    if (distance < least) {
      least = distance;
      nearest = [candidate];
    } else if (distance === least) {
      nearest.push(candidate);
    }
  }
  return nearest.length === 1 ? nearest[0] : undefined;
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
  return length < 4 ? 0 : length < 8 ? 1 : 2;
}

/** Case and underscores do not count as mistakes. */
function distanceOf(
  name: string,
  candidate: string,
  maxDistance: number,
): number {
  return nameDistance(folded(name), folded(candidate), maxDistance);
}

function folded(name: string): string {
  return name.replace(/[_-]/g, "").toLowerCase();
}

/**
 * How many characters must be added, dropped, replaced, or swapped with their
 * neighbour to make one name another; `maxDistance + 1` stands for any more than `maxDistance`.
 */
function nameDistance(one: string, other: string, maxDistance: number): number {
  if (Math.abs(one.length - other.length) > maxDistance) {
    return maxDistance + 1;
  }
  let beforeLast: number[] = [];
  let last = [...Array(other.length + 1).keys()];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped =
        i > 1 &&
        j > 1 &&
        one[i - 1] === other[j - 2] &&
        one[i - 2] === other[j - 1];
      row.push(
        Math.min(
          (last[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (last[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    if (Math.min(...row) > maxDistance) {
      return maxDistance + 1;
    }
    beforeLast = last;
    last = row;
  }
  return Math.min(last.at(-1) ?? 0, maxDistance + 1);
}
