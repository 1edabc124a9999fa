/**
 * How many characters must be added, dropped, replaced, or swapped with their
 * neighbour to make one name another; `most + 1` stands for any more than `most`.
 */
export function nameDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) {
    return most + 1;
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
    if (Math.min(...row) > most) {
      return most + 1;
    }
    beforeLast = last;
    last = row;
  }
  return Math.min(last.at(-1) ?? 0, most + 1);
}
