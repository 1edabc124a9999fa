/** The median; `NaN` if there are no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  const high = sorted[Math.floor(middle)] ?? Number.NaN;
  return (low + high) / 2;
}

/** The range of the values, relative to their median. */
export function spread(values: readonly number[]): number {
  return values.length < 2
    ? 0
    : (Math.max(...values) - Math.min(...values)) / median(values);
}
