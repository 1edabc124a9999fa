import { median, spread } from "../measure/statistics.ts";
import type { Measurement, Run } from "../measure/types.ts";

/** The medians of some runs. */
export interface Summary {
  readonly ms: number;
  /** Of the times, as a share of their median. */
  readonly spread: number;
  readonly trips: number;
  readonly bytesUp: number;
  readonly bytesDown: number;
  readonly sockets: number;
  /** The most wrong answers of a run. */
  readonly wrong: number;
}

/** @returns `undefined` if it was not run so, or failed. */
export function summarise(
  { failure }: Measurement,
  runs: readonly Run[],
): Summary | undefined {
  if (failure !== undefined || runs.length === 0) {
    return undefined;
  }
  const times = runs.map(({ ms }) => ms);
  const of = (pick: (run: Run) => number) => median(runs.map(pick));
  return {
    ms: median(times),
    spread: spread(times),
    trips: of(({ traffic }) => traffic.trips),
    bytesUp: of(({ traffic }) => traffic.bytesUp),
    bytesDown: of(({ traffic }) => traffic.bytesDown),
    sockets: of(({ traffic }) => traffic.sockets),
    wrong: Math.max(...runs.map(({ wrong }) => wrong)),
  };
}
