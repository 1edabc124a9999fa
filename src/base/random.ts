/** Numbers from 0 to 1, without 1: `Math.random`, or a seeded generator in tests. */
export type Random = () => number;

/** The items in a random order. */
export function shuffled<T>(items: readonly T[], random: Random): readonly T[] {
  const keyed = items.map((item) => ({ item, at: random() }));
  return keyed.sort((a, b) => a.at - b.at).map(({ item }) => item);
}
