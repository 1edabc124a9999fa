import type { BenchList } from "../chain/bench-list.ts";
import { type Method, methodsFor } from "../methods/methods.ts";
import type { ShaperProcess } from "../shaper/start-shaper.ts";
import { extrapolate } from "./extrapolate.ts";
import { measure } from "./measure.ts";
import type { Measurement } from "./types.ts";

export interface MeasureListsParameters {
  /** Those of a kind in ascending order of their lengths. */
  readonly lists: readonly BenchList[];
  readonly shaper: ShaperProcess;
  /** The URL of the chain behind the shaper. */
  readonly url: string;
  /** How often at the most, on new connections and on open ones. */
  readonly maxRuns: number;
  readonly onProgress: (text: string) => void;
}

/** Measures the methods for each list, one list after the other. */
export async function measureLists({
  lists,
  onProgress,
  ...parameters
}: MeasureListsParameters): Promise<readonly Measurement[]> {
  const results: Measurement[] = [];
  for (const { kind, count } of lists) {
    for (const methods of measuredTogether(methodsFor(kind))) {
      const length = Math.min(count, ...methods.map(maxAddressesOf));
      const before = results.filter(
        ({ methodId, list }) =>
          list.kind === kind &&
          list.count === length &&
          methods.some(({ id }) => id === methodId),
      );
      if (before.length > 0) {
        results.push(...before.map((one) => extrapolate(one, count)));
        continue;
      }
      const ids = methods.map(({ id }) => id).join(" and ");
      onProgress(`${kind} ${length}: ${ids}`);
      const list = { kind, count: length };
      const measured = await measure(methods, { list, ...parameters });
      results.push(
        ...(length === count
          ? measured
          : measured.map((one) => extrapolate(one, count))),
      );
    }
  }
  return results;
}

/**
 * The methods in the groups that take turns: those of this plugin, which are compared
 * with each other, and each other client on its own.
 */
function measuredTogether(
  methods: readonly Method[],
): readonly (readonly Method[])[] {
  const others = methods.filter(({ isOurs }) => !isOurs);
  return [
    methods.filter(({ isOurs }) => isOurs),
    ...others.map((one) => [one]),
  ];
}

function maxAddressesOf({ maxAddresses }: Method): number {
  return maxAddresses ?? Number.POSITIVE_INFINITY;
}
