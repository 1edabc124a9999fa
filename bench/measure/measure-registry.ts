import { REGISTRY } from "../methods/methods.ts";
import type { ShaperProcess } from "../shaper/start-shaper.ts";
import { measure } from "./measure.ts";
import type { Measurement } from "./types.ts";

/** Measures the verification of the registry together with the status. */
export async function measureRegistry(
  shaper: ShaperProcess,
  url: string,
): Promise<Measurement> {
  return await measure({
    method: REGISTRY,
    count: 0,
    shaper,
    url,
    coldRuns: 7,
    warmRuns: 7,
  });
}
