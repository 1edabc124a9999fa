/** Formats a time. */
export function ms(value: number): string {
  return value < 100
    ? `${value.toFixed(1)} ms`
    : `${group(Math.round(value))} ms`;
}

/** Formats a number of bytes in thousands, without the unit. */
export function kilobytes(bytes: number): string {
  return bytes < 100_000
    ? (bytes / 1_000).toFixed(1)
    : group(Math.round(bytes / 1_000));
}

/** Groups the digits of numbers with five or more. */
export function group(value: number): string {
  const digits = `${value}`;
  return value < 10_000 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, " ");
}
