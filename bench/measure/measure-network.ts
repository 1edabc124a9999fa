import { METHODS } from "../methods/methods.ts";
import type { ShaperProcess } from "../shaper/start-shaper.ts";
import { derive } from "./derive.ts";
import { measure } from "./measure.ts";
import { runPlan } from "./run-plan.ts";
import type { Measurement } from "./types.ts";

export interface MeasureNetworkParameters {
  readonly counts: readonly number[];
  readonly shaper: ShaperProcess;
  /** Of the shaper's port to the chain. */
  readonly url: string;
  readonly onProgress: (text: string) => void;
}

/** Measures every way of reading at every length, one after the other. */
export async function measureNetwork({
  counts,
  shaper,
  url,
  onProgress,
}: MeasureNetworkParameters): Promise<readonly Measurement[]> {
  const results: Measurement[] = [];
  for (const method of METHODS) {
    const { mostAddresses = Number.POSITIVE_INFINITY } = method;
    let longest: Measurement | undefined;
    for (const wanted of counts) {
      const count = Math.min(wanted, mostAddresses);
      if (longest?.count !== count) {
        onProgress(`${method.id}, ${count} addresses`);
        const plan = runPlan(method, count);
        longest = await measure({ method, count, shaper, url, ...plan });
      }
      results.push(count === wanted ? longest : derive(longest, wanted));
    }
  }
  return results;
}
