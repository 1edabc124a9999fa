import type { Measurement } from "../measure/types.ts";
import { METHODS } from "../methods/methods.ts";
import { medianRatio } from "../plugin/start-up.ts";
import type { BenchResult } from "./result.ts";
import { type Summary, summarise } from "./summarise.ts";

/** What the project wants to reach, and what it does. */
export interface Goal {
  readonly what: string;
  readonly limit: string;
  readonly actual: string;
  /** `undefined` where this run did not measure it. */
  readonly isMet: boolean | undefined;
}

const MOST_TRIPS = 2.5;
const LEAST_RATIO = 40;
const MOST_BYTES_DOWN = 150_000;
/** What counts as the same memory. */
const MOST_GROWTH = 1.25;
/** Of a Hardhat command that is none of the plugin's, as a share. */
const MOST_START_UP = 0.05;
const CONNECTIONS = { warm: "open connections", cold: "new connections" };

/** The goals, checked against one run. */
export function checkGoals(result: BenchResult): readonly Goal[] {
  const ours = (count: number) => find(result, "read-codes", count);
  return [
    registryGoal(result, "warm"),
    registryGoal(result, "cold"),
    ratioGoal(result, "warm"),
    ratioGoal(result, "cold"),
    bytesGoal(ours(1_000)),
    memoryGoal(ours(1_000), ours(10_000)),
    truthGoal(result),
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
  const handshake =
    kind === "cold" ? ", TCP's handshake being one of them" : "";
  return {
    what: `a registry verified, status included, ${CONNECTIONS[kind]}${handshake}`,
    limit: `at most ${MOST_TRIPS} round trips`,
    actual:
      trips === undefined
        ? (registry.failure ?? "not measured")
        : `${trips.toFixed(2)} (time over the shaper's round trip)`,
    isMet: trips === undefined ? undefined : trips <= MOST_TRIPS,
  };
}

/** The fastest of the others that measured and gave every right answer. */
function bestOther(
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
  const best = bestOther(result, 1_000, kind);
  const ratio = ours && best && best.summary.ms / ours.ms;
  return {
    what: `1000 addresses against the best of the others, ${CONNECTIONS[kind]}`,
    limit: `at least ${LEAST_RATIO} times faster`,
    actual:
      ratio === undefined
        ? "not measured"
        : `${ratio.toFixed(1)} times (${best?.label})`,
    isMet: ratio === undefined ? undefined : ratio >= LEAST_RATIO,
  };
}

function bytesGoal(measured: Measurement | undefined): Goal {
  const bytes = measured && summarise(measured, measured.cold)?.bytesDown;
  return {
    what: "1000 addresses, bytes down",
    limit: `under ${MOST_BYTES_DOWN / 1_000} KB`,
    actual:
      bytes === undefined ? "not measured" : `${(bytes / 1_000).toFixed(1)} KB`,
    isMet: bytes === undefined ? undefined : bytes < MOST_BYTES_DOWN,
  };
}

function memoryGoal(
  small: Measurement | undefined,
  large: Measurement | undefined,
): Goal {
  const growth = small && large && large.peakBytes / small.peakBytes;
  return {
    what: "peak memory for 10 000 addresses against 1000",
    limit: `at most ${MOST_GROWTH} times`,
    actual:
      growth === undefined ? "not measured" : `${growth.toFixed(2)} times`,
    isMet: growth === undefined ? undefined : growth <= MOST_GROWTH,
  };
}

function truthGoal({ measurements, registry }: BenchResult): Goal {
  const ours = METHODS.filter(({ isOurs }) => isOurs).map(({ id }) => id);
  const runs = measurements
    .filter(({ methodId }) => ours.includes(methodId))
    .flatMap(({ cold, warm }) => [...cold, ...warm]);
  const wrong = runs.reduce((sum, run) => sum + run.wrong, 0);
  return {
    what: "answers of this project that are not the truth",
    limit: "none",
    actual: `${wrong} in ${runs.length} runs`,
    isMet: wrong === 0 && registry.failure === undefined,
  };
}

function startUpGoal({ startUp }: BenchResult): Goal {
  const ratio = medianRatio(startUp.alpha, startUp.none);
  return {
    what: "`hardhat --help` with this plugin against no plugin",
    limit: `at most ${MOST_START_UP * 100} % longer`,
    actual: `${((ratio - 1) * 100).toFixed(1)} % (median of the pairs' ratios)`,
    isMet: ratio <= 1 + MOST_START_UP,
  };
}
