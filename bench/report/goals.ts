import type { Measurement } from "../measure/types.ts";
import { METHODS } from "../methods/methods.ts";
import { medianRatio } from "../plugin/start-up.ts";
import type { BenchResult } from "./result.ts";
import { type Summary, summarise } from "./summarise.ts";

/** A performance goal and the measured value. */
export interface Goal {
  readonly subject: string;
  readonly limit: string;
  readonly actual: string;
  /** `undefined` if it was not measured. */
  readonly isMet: boolean | undefined;
}

const MAX_TRIPS = 2.5;
const MIN_SPEEDUP = 40;
const MAX_BYTES_DOWN = 150_000;
/** The growth of the memory from 1000 to 10 000 addresses, as a factor. */
const MAX_MEMORY_GROWTH = 1.25;
/** The additional time of a Hardhat command, as a fraction. */
const MAX_START_UP_OVERHEAD = 0.05;
const CONNECTIONS = { warm: "open connections", cold: "new connections" };

/** Compares a result with the goals. */
export function checkGoals(result: BenchResult): readonly Goal[] {
  const ours = (count: number) => find(result, "read-codes", count);
  return [
    registryGoal(result, "warm"),
    registryGoal(result, "cold"),
    ratioGoal(result, "warm"),
    ratioGoal(result, "cold"),
    bytesGoal(ours(1_000)),
    memoryGoal(ours(1_000), ours(10_000)),
    correctnessGoal(result),
    startUpGoal(result),
  ];
}

function find(
  { measurements }: BenchResult,
  methodId: string,
  count: number,
): Measurement | undefined {
  return measurements.find(
    (one) => one.methodId === methodId && one.count === count,
  );
}

function registryGoal(
  { registry, shaper }: BenchResult,
  kind: "cold" | "warm",
): Goal {
  const summary = summarise(registry, registry[kind]);
  const trips =
    summary === undefined ? undefined : summary.ms / shaper.before.roundTripMs;
  const handshake = kind === "cold" ? " (including the TCP handshake)" : "";
  return {
    subject: `verification of a registry, with status, ${CONNECTIONS[kind]}${handshake}`,
    limit: `at most ${MAX_TRIPS} round trips`,
    actual:
      trips === undefined
        ? (registry.failure ?? "not measured")
        : `${trips.toFixed(2)} (time divided by the round trip)`,
    isMet: trips === undefined ? undefined : trips <= MAX_TRIPS,
  };
}

/** The fastest other client that did not fail and had no wrong result. */
function fastestOther(
  result: BenchResult,
  count: number,
  kind: "cold" | "warm",
): { readonly label: string; readonly summary: Summary } | undefined {
  return METHODS.filter(({ isOurs }) => !isOurs)
    .flatMap(({ id, label }) => {
      const measured = find(result, id, count);
      const summary = measured && summarise(measured, measured[kind]);
      return summary === undefined || summary.wrong > 0
        ? []
        : [{ label, summary }];
    })
    .toSorted((a, b) => a.summary.ms - b.summary.ms)[0];
}

function ratioGoal(result: BenchResult, kind: "cold" | "warm"): Goal {
  const measured = find(result, "read-codes", 1_000);
  const ours = measured && summarise(measured, measured[kind]);
  const other = fastestOther(result, 1_000, kind);
  const speedup = ours && other && other.summary.ms / ours.ms;
  return {
    subject: `1000 addresses, compared with the fastest other client, ${CONNECTIONS[kind]}`,
    limit: `at least ${MIN_SPEEDUP} times faster`,
    actual:
      speedup === undefined
        ? "not measured"
        : `${speedup.toFixed(1)} times (${other?.label})`,
    isMet: speedup === undefined ? undefined : speedup >= MIN_SPEEDUP,
  };
}

function bytesGoal(measured: Measurement | undefined): Goal {
  const bytes = measured && summarise(measured, measured.cold)?.bytesDown;
  return {
    subject: "received data for 1000 addresses",
    limit: `under ${MAX_BYTES_DOWN / 1_000} KB`,
    actual:
      bytes === undefined ? "not measured" : `${(bytes / 1_000).toFixed(1)} KB`,
    isMet: bytes === undefined ? undefined : bytes < MAX_BYTES_DOWN,
  };
}

function memoryGoal(
  small: Measurement | undefined,
  large: Measurement | undefined,
): Goal {
  const growth = small && large && large.peakBytes / small.peakBytes;
  return {
    subject: "peak memory for 10 000 addresses, compared with 1000",
    limit: `at most ${MAX_MEMORY_GROWTH} times`,
    actual:
      growth === undefined ? "not measured" : `${growth.toFixed(2)} times`,
    isMet: growth === undefined ? undefined : growth <= MAX_MEMORY_GROWTH,
  };
}

function correctnessGoal({ measurements, registry }: BenchResult): Goal {
  const ours = METHODS.filter(({ isOurs }) => isOurs).map(({ id }) => id);
  const runs = measurements
    .filter(({ methodId }) => ours.includes(methodId))
    .flatMap(({ cold, warm }) => [...cold, ...warm]);
  const wrong = runs.reduce((sum, run) => sum + run.wrong, 0);
  return {
    subject: "wrong results of this plugin",
    limit: "none",
    actual: `${wrong} in ${runs.length} runs`,
    isMet: wrong === 0 && registry.failure === undefined,
  };
}

function startUpGoal({ startUp }: BenchResult): Goal {
  const ratio = medianRatio(startUp.alpha, startUp.none);
  return {
    subject: "`hardhat --help` with this plugin, compared with no plugin",
    limit: `at most ${MAX_START_UP_OVERHEAD * 100} % longer`,
    actual: `${((ratio - 1) * 100).toFixed(1)} % (median of the ratios)`,
    isMet: ratio <= 1 + MAX_START_UP_OVERHEAD,
  };
}
