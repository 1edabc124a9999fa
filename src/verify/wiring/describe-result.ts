/**
 * What a call returned, in words: numbers in decimal, lists with commas.
 * `undefined` if it is no such value.
 */
export function describeResult(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const items = value.map(describeResult);
    return items.includes(undefined) ? undefined : items.join(", ");
  }
  return typeof value === "string" ||
    typeof value === "boolean" ||
    typeof value === "number" ||
    typeof value === "bigint"
    ? String(value)
    : undefined;
}
