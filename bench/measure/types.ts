import type { Traffic } from "../shaper/create-shaper.ts";

/** One timed run. */
export interface Run {
  readonly ms: number;
  /** Addresses whose answer was not the truth. */
  readonly wrong: number;
  readonly traffic: Traffic;
}

/** All runs of one way of reading, at one length of the list. */
export interface Measurement {
  readonly methodId: string;
  readonly count: number;
  /** Every connection had to be opened. */
  readonly cold: readonly Run[];
  /** On the connections of the run before. */
  readonly warm: readonly Run[];
  /** Of the process and of those it started, when it had read the list once. */
  readonly peakBytes: number;
  /** Why it does not work at this length. */
  readonly failure: string | undefined;
  /** The length that was measured, where the figures are derived from it. */
  readonly derivedFrom?: number;
}
