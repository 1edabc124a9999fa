import type { AnyNode, Identifier } from "acorn";

/** Whether some of the names stand anywhere in a piece of code. */
export type Mentions = (node: AnyNode) => boolean;

/**
 * Tells what mentions names. A node holds what is written between its ends, so one
 * look at the places of the names answers it, however deep the code nests.
 *
 * @param identifiers all of the code, in its order
 */
export function mentionsOf(
  identifiers: readonly Identifier[],
  names: ReadonlySet<string>,
): Mentions {
  const places = identifiers
    .filter(({ name }) => names.has(name))
    .map(({ start }) => start);
  return ({ start, end }) => {
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((places[middle] ?? 0) < start) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    const place = places[low];
    return place !== undefined && place < end;
  };
}
