import type { BenchList } from "../chain/bench-list.ts";
import type { Method } from "../methods/methods.ts";
import type { Traffic } from "../shaper/create-shaper.ts";
import type { ShaperProcess } from "../shaper/start-shaper.ts";
import { type BenchWorker, startWorker } from "./start-worker.ts";
import type { Measurement, Run } from "./types.ts";

/** Until the traffic after a response has passed, such as closing connections. */
const SETTLE_MS = 150;
/** After which there are no more runs than {@link MIN_RUNS}. */
const MAX_MS = 5_000;
const MIN_RUNS = 2;

export interface MeasureParameters {
  readonly list: BenchList;
  readonly shaper: ShaperProcess;
  /** The URL of the chain behind the shaper. */
  readonly url: string;
  /** How often at the most, on new connections and on open ones. */
  readonly maxRuns: number;
}

/** A method's worker, and what has been measured so far. */
interface Measured {
  readonly worker: BenchWorker;
  readonly runs: { cold: readonly Run[]; warm: readonly Run[] };
  peakBytes: number;
  failure: string | undefined;
}

/**
 * Measures methods for one list: first the runs on new connections, then those on
 * open ones. The methods take turns, so that other load on the machine affects them
 * equally. A method stops after a run that fails, and slow methods have fewer runs.
 */
export async function measure(
  methods: readonly Method[],
  { list, shaper, url, maxRuns }: MeasureParameters,
): Promise<readonly Measurement[]> {
  const all: Measured[] = [];
  const inTurns = async (
    maxRounds: number,
    run: (measured: Measured) => Promise<unknown>,
  ) => {
    const startedAt = performance.now();
    for (let round = 0; round < maxRounds; round++) {
      const isLate = performance.now() - startedAt > MAX_MS;
      if (round >= MIN_RUNS && isLate) {
        break;
      }
      for (const measured of all) {
        if (measured.failure === undefined) {
          await run(measured);
        }
      }
    }
  };
  try {
    for (const method of methods) {
      const worker = await startWorker(method, { list, url });
      const runs = { cold: [], warm: [] };
      all.push({ worker, runs, peakBytes: 0, failure: undefined });
    }
    await inTurns(maxRuns, async (measured) => {
      await measured.worker.renew();
      await shaper.dropConnections();
      await settle();
      await measureRun(measured, "cold", shaper);
    });
    if (methods.length > 1) {
      // The runs of the others have closed the connections.
      await inTurns(1, ({ worker }) => worker.run());
    }
    await inTurns(maxRuns, (measured) => measureRun(measured, "warm", shaper));
  } finally {
    await Promise.all(all.map(({ worker }) => worker.end()));
    await shaper.dropConnections();
  }
  return all.map(({ worker, runs, peakBytes, failure }) => ({
    methodId: worker.methodId,
    list,
    ...runs,
    peakBytes,
    failure,
  }));
}

async function measureRun(
  measured: Measured,
  kind: "cold" | "warm",
  shaper: ShaperProcess,
): Promise<void> {
  const { worker, runs } = measured;
  await shaper.reset();
  const result = await worker.run();
  const traffic = await settledTraffic(shaper);
  measured.peakBytes ||= result.peakBytes;
  if (result.kind === "failed") {
    measured.failure = result.reason;
    runs[kind] = [{ ms: result.ms, wrong: 0, traffic }];
  } else {
    const { ms, wrong } = result;
    runs[kind] = [...runs[kind], { ms, wrong, traffic }];
  }
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
}

async function settledTraffic(shaper: ShaperProcess): Promise<Traffic> {
  await settle();
  return await shaper.traffic();
}
