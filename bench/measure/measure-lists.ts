import { METHODS, type Method } from "../methods/methods.ts";
import type { ShaperProcess } from "../shaper/start-shaper.ts";
import { extrapolate } from "./extrapolate.ts";
import { measure } from "./measure.ts";
import { measuredTogether } from "./measured-together.ts";
import { runPlan } from "./run-plan.ts";
import type { Measurement } from "./types.ts";

export interface MeasureListsParameters {
  /** The lengths of the lists. */
  readonly counts: readonly number[];
  readonly shaper: ShaperProcess;
  /** The URL of the chain behind the shaper. */
  readonly url: string;
  readonly onProgress: (text: string) => void;
}

/** Measures every method for every length of the list, in ascending order. */
export async function measureLists({
  counts,
  shaper,
  url,
  onProgress,
}: MeasureListsParameters): Promise<readonly Measurement[]> {
  const results: Measurement[] = [];
  for (const count of counts) {
    for (const methods of measuredTogether(METHODS)) {
      const length = Math.min(count, ...methods.map(maxAddressesOf));
      const before = results.filter(
        (one) =>
          one.count === length && methods.some(({ id }) => id === one.methodId),
      );
      if (before.length === 0) {
        onProgress(
          `${methods.map(({ id }) => id).join(" and ")}, ${length} addresses`,
        );
      }
      const measured =
        before.length > 0
          ? before
          : await measure(methods, {
              list: length,
              shaper,
              url,
              ...runPlan(methods, length),
            });
      results.push(
        ...(length === count
          ? measured
          : measured.map((one) => extrapolate(one, count))),
      );
    }
  }
  return results;
}

function maxAddressesOf({ maxAddresses }: Method): number {
  return maxAddresses ?? Number.POSITIVE_INFINITY;
}
