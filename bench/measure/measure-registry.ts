import { REGISTRY_METHODS } from "../methods/methods.ts";
import type { ShaperProcess } from "../shaper/start-shaper.ts";
import { measure } from "./measure.ts";
import { measuredTogether } from "./measured-together.ts";
import type { Measurement } from "./types.ts";

export interface MeasureRegistryParameters {
  readonly shaper: ShaperProcess;
  /** The URL of the chain behind the shaper. */
  readonly url: string;
  /** How often on new connections, and how often on open ones. */
  readonly runs: number;
  readonly onProgress: (text: string) => void;
}

/** Measures every method for devnet's registry. */
export async function measureRegistry({
  shaper,
  url,
  runs,
  onProgress,
}: MeasureRegistryParameters): Promise<readonly Measurement[]> {
  const results: Measurement[] = [];
  for (const methods of measuredTogether(REGISTRY_METHODS)) {
    onProgress(`${methods.map(({ id }) => id).join(" and ")}, a registry`);
    results.push(
      ...(await measure(methods, {
        list: "registry",
        shaper,
        url,
        coldRuns: runs,
        warmRuns: runs,
      })),
    );
  }
  return results;
}
