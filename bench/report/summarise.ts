import { median, spread } from "../measure/statistics.ts";
import type { Measurement, Run } from "../measure/types.ts";

/** The medians of several runs. */
export interface Summary {
  readonly ms: number;
  /** The range of the times, relative to their median. */
  readonly spread: number;
  readonly trips: number;
  readonly bytesUp: number;
  readonly bytesDown: number;
  readonly sockets: number;
  /** The maximum of wrong results in a run. */
  readonly wrong: number;
}

/** @returns `undefined` if there are no runs, or one failed. */
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
