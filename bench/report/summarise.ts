import { median } from "../measure/statistics.ts";
import type { Measurement, Run } from "../measure/types.ts";

/** The medians of several runs. */
export interface Summary {
  readonly ms: number;
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
  const of = (pick: (run: Run) => number) => median(runs.map(pick));
  return {
    ms: of(({ ms }) => ms),
    trips: of(({ traffic }) => traffic.trips),
    bytesUp: of(({ traffic }) => traffic.bytesUp),
    bytesDown: of(({ traffic }) => traffic.bytesDown),
    sockets: of(({ traffic }) => traffic.sockets),
    wrong: Math.max(...runs.map(({ wrong }) => wrong)),
  };
}
