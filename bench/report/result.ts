import type { Noise } from "../measure/machine.ts";
import type { Measurement } from "../measure/types.ts";
import type { SandboxTimes } from "../plugin/sandbox.ts";
import type { StartUpTimes } from "../plugin/start-up.ts";
import type { ShaperCheck } from "../shaper/self-check.ts";

/** The result of a benchmark run. */
export interface BenchResult {
  readonly machine: string;
  readonly noise: { readonly before: Noise; readonly after: Noise };
  readonly shaper: {
    readonly before: ShaperCheck;
    readonly after: ShaperCheck;
  };
  readonly counts: readonly number[];
  readonly measurements: readonly Measurement[];
  readonly registry: Measurement;
  readonly startUp: StartUpTimes;
  readonly sandbox: SandboxTimes;
}
