/** More of a list tells nobody anything; a contract may return any number. */
const MOST_ITEMS = 20;

/**
 * What a call returned, in words: numbers in decimal, lists with commas.
 * `undefined` if it is no such value.
 */
export function describeResult(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const items = value.slice(0, MOST_ITEMS).map(describeResult);
    if (items.includes(undefined)) {
      return undefined;
    }
    const more = value.length - items.length;
    return items.length === 0
      ? "none"
      : `${items.join(", ")}${more === 0 ? "" : ` and ${more} more`}`;
  }
  return typeof value === "string" ||
    typeof value === "boolean" ||
    typeof value === "number" ||
    typeof value === "bigint"
    ? String(value)
    : undefined;
}
