import { METHODS } from "../methods/methods.ts";
import type { ShaperProcess } from "../shaper/start-shaper.ts";
import { extrapolate } from "./extrapolate.ts";
import { measure } from "./measure.ts";
import { runPlan } from "./run-plan.ts";
import type { Measurement } from "./types.ts";

export interface MeasureNetworkParameters {
  readonly counts: readonly number[];
  readonly shaper: ShaperProcess;
  /** The URL of the chain behind the shaper. */
  readonly url: string;
  readonly onProgress: (text: string) => void;
}

/** Measures every method for every length of the list, one after the other. */
export async function measureNetwork({
  counts,
  shaper,
  url,
  onProgress,
}: MeasureNetworkParameters): Promise<readonly Measurement[]> {
  const results: Measurement[] = [];
  for (const method of METHODS) {
    const { maxAddresses = Number.POSITIVE_INFINITY } = method;
    let measured: Measurement | undefined;
    for (const count of counts) {
      const measuredCount = Math.min(count, maxAddresses);
      if (measured?.count !== measuredCount) {
        onProgress(`${method.id}, ${measuredCount} addresses`);
        measured = await measure({
          method,
          count: measuredCount,
          shaper,
          url,
          ...runPlan(method, measuredCount),
        });
      }
      results.push(
        count === measuredCount ? measured : extrapolate(measured, count),
      );
    }
  }
  return results;
}
