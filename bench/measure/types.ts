import type { BenchList } from "../chain/bench-list.ts";
import type { Traffic } from "../shaper/create-shaper.ts";

/** One timed run. */
export interface Run {
  readonly ms: number;
  /** The number of addresses with a wrong result. */
  readonly wrong: number;
  readonly traffic: Traffic;
}

/** All runs of one method for one list. */
export interface Measurement {
  readonly methodId: string;
  readonly list: BenchList;
  /** Runs on new connections. */
  readonly cold: readonly Run[];
  /** Runs on the connections of the previous run. */
  readonly warm: readonly Run[];
  /** The peak memory of the process and its children after the first run. */
  readonly peakBytes: number;
  /** Why it fails for this list; `undefined` if it does not. */
  readonly failure: string | undefined;
  /** The measured length, if the figures are extrapolated. */
  readonly extrapolatedFrom?: number;
}
