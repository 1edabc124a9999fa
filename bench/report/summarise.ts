import type { BenchList } from "../chain/bench-list.ts";
import { median } from "../measure/statistics.ts";
import type { Measurement, Run } from "../measure/types.ts";
import type { NetworkResult } from "./result.ts";

/** The connections of runs, by kind. */
export const CONNECTIONS = {
  cold: "new connections",
  warm: "open connections",
};
export type RunKind = keyof typeof CONNECTIONS;

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

export function findMeasurement(
  network: NetworkResult | undefined,
  { kind, count }: BenchList,
  id: string | undefined,
): Measurement | undefined {
  return network?.measurements.find(
    ({ methodId, list }) =>
      methodId === id && list.kind === kind && list.count === count,
  );
}

/** The runs; none if one of them failed. */
export function runsOf(
  measured: Measurement | undefined,
  kind: RunKind,
): readonly Run[] {
  return measured?.failure === undefined ? (measured?.[kind] ?? []) : [];
}

/** @returns `undefined` if there are no runs, or one failed. */
export function summarise(
  measured: Measurement | undefined,
  kind: RunKind,
): Summary | undefined {
  const runs = runsOf(measured, kind);
  if (runs.length === 0) {
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
