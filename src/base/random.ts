/** Numbers from 0 to 1, without 1: `Math.random`, or a seeded generator in tests. */
export type Random = () => number;

/** The items in a random order. */
export function shuffled<T>(items: readonly T[], random: Random): readonly T[] {
  const keyed = items.map((item) => ({ item, at: random() }));
  return keyed.sort((a, b) => a.at - b.at).map(({ item }) => item);
}

/** Shuffles by random numbers that are given once. */
export type Shuffle = <T>(items: readonly T[]) => readonly T[];

/** A {@link Shuffle} by these numbers. */
export function shuffleBy(random: Random): Shuffle {
  return (items) => shuffled(items, random);
}
