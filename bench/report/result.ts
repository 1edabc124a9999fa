import type { BenchList } from "../chain/bench-list.ts";
import type { Noise } from "../measure/machine.ts";
import type { Measurement } from "../measure/types.ts";
import type { CommandTimes } from "../plugin/measure-commands.ts";
import type { MemoryGrowth } from "../plugin/memory.ts";
import type { SandboxTimes } from "../plugin/sandbox.ts";
import type { ShaperCheck } from "../shaper/self-check.ts";

/** What was measured through the forwarder. */
export interface NetworkResult {
  readonly shaper: {
    readonly before: ShaperCheck;
    readonly after: ShaperCheck;
  };
  readonly lists: readonly BenchList[];
  readonly measurements: readonly Measurement[];
}

/** The result of a benchmark run; what it did not measure is `undefined`. */
export interface BenchResult {
  readonly machine: string;
  readonly noise: { readonly before: Noise; readonly after: Noise };
  readonly commands: CommandTimes | undefined;
  readonly sandbox: SandboxTimes | undefined;
  readonly memory: MemoryGrowth | undefined;
  readonly network: NetworkResult | undefined;
}
