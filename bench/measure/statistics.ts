/** The median; `NaN` if there are no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  const high = sorted[Math.floor(middle)] ?? Number.NaN;
  return (low + high) / 2;
}

/** The median of the differences in each round, which other load hardly affects. */
export function medianDifference(
  values: readonly number[],
  baseline: readonly number[],
): number {
  return median(rounds(values, baseline).map(([value, base]) => value - base));
}

/** The median of the ratios in each round, which other load hardly affects. */
export function medianRatio(
  values: readonly number[],
  baseline: readonly number[],
): number {
  return median(rounds(values, baseline).map(([value, base]) => value / base));
}

function rounds(
  values: readonly number[],
  baseline: readonly number[],
): readonly (readonly [number, number])[] {
  return values.flatMap((value, round) => {
    const base = baseline[round];
    return base === undefined ? [] : [[value, base] as const];
  });
}
