/** A block's time, in ISO 8601 without fractions. `timestamp` is in seconds. */
export function describeTime(timestamp: number): string {
  const date = new Date(timestamp * 1000);
  return Number.isNaN(date.getTime())
    ? `${timestamp}`
    : date.toISOString().replace(".000Z", "Z");
}
