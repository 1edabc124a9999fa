import { REGISTRY } from "../methods/methods.ts";
import type { ShaperProcess } from "../shaper/start-shaper.ts";
import { measure } from "./measure.ts";
import type { Measurement } from "./types.ts";

/** The registry's verification with the status, measured like a list. */
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
