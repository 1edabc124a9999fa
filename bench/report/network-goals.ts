import type { ListKind } from "../chain/bench-list.ts";
import { medianRatio } from "../measure/statistics.ts";
import type { Measurement, Run } from "../measure/types.ts";
import { METHODS } from "../methods/methods.ts";
import { type Goal, goalOf } from "./goal.ts";
import type { NetworkResult } from "./result.ts";
import { type Summary, summarise } from "./summarise.ts";

type Kind = "cold" | "warm";

/** The round trips of a registry, by method and connections. */
const MAX_TRIPS = [
  ["registry", "verification of a registry, with status", "warm", 1],
  ["registry", "verification of a registry, with status", "cold", 2],
  ["wiring", "wiring of a registry, with the lock", "warm", 2],
] as const;
/** The length of a list with missing contracts, and the round trips to confirm them. */
const SHORT_COUNT = 9;
const MAX_CONFIRMING_TRIPS = 12;
/** The whole verification of a list, compared with its codes alone. */
const MAX_VERIFY_RATIO = 2;
const MIN_SPEEDUP = 30;
const MAX_BYTES_DOWN = 150_000;
/** The growth of the memory from 1000 to 10 000 addresses, as a factor. */
const MAX_MEMORY_GROWTH = 1.25;
const CONNECTIONS = { warm: "open connections", cold: "new connections" };

/** Compares what was measured through the forwarder with the goals. */
export function networkGoals(
  network: NetworkResult | undefined,
): readonly Goal[] {
  const { measurements = [], shaper } = network ?? {};
  const roundTripMs = shaper?.before.roundTripMs ?? Number.NaN;
  const of = (kind: ListKind, count: number) =>
    measurements.filter(
      ({ list }) => list.kind === kind && list.count === count,
    );
  const whole = of("complete", 1_000);
  const [short, long] = [1_000, 10_000].map((count) =>
    find(of("incomplete", count), "read-codes"),
  );
  return [
    ...MAX_TRIPS.map(([id, subject, kind, max]) =>
      tripsGoal(find(of("registry", 0), id), {
        subject,
        kind,
        max,
        roundTripMs,
      }),
    ),
    ...(["warm", "cold"] as const).map((kind) =>
      tripsGoal(find(of("incomplete", SHORT_COUNT), "verify-network"), {
        subject: `\`alpha verify\` of ${SHORT_COUNT} addresses, a third without code`,
        kind,
        max: MAX_CONFIRMING_TRIPS,
        roundTripMs,
      }),
    ),
    // Without missing contracts, which six more passes confirm.
    ratioGoal(whole, "warm"),
    ratioGoal(whole, "cold"),
    speedupGoal(whole, "warm"),
    speedupGoal(whole, "cold"),
    bytesGoal(short),
    memoryGoal(short, long),
    correctnessGoal(measurements),
  ];
}

function find(
  measurements: readonly Measurement[],
  id: string,
): Measurement | undefined {
  return measurements.find(({ methodId }) => methodId === id);
}

/** The runs, unless one of them failed. */
function runsOf(measured: Measurement | undefined, kind: Kind): readonly Run[] {
  return measured === undefined || measured.failure !== undefined
    ? []
    : measured[kind];
}

function tripsGoal(
  measured: Measurement | undefined,
  {
    subject,
    kind,
    max,
    roundTripMs,
  }: {
    readonly subject: string;
    readonly kind: Kind;
    readonly max: number;
    readonly roundTripMs: number;
  },
): Goal {
  const summary = measured && summarise(measured, measured[kind]);
  const handshake = kind === "cold" ? " (including the TCP handshake)" : "";
  return goalOf({
    subject: `${subject}, ${CONNECTIONS[kind]}${handshake}`,
    limit: `at most ${max} round trip${max === 1 ? "" : "s"}`,
    value: summary?.trips,
    isMet: (trips) => trips <= max,
    describe: (trips) =>
      `${trips} (${((summary?.ms ?? Number.NaN) / roundTripMs).toFixed(2)} times the round trip's time)`,
    failure: measured?.failure,
  });
}

function ratioGoal(measurements: readonly Measurement[], kind: Kind): Goal {
  const whole = find(measurements, "verify-network");
  const codes = find(measurements, "read-codes");
  const times = (measured: Measurement | undefined) =>
    runsOf(measured, kind).map(({ ms }) => ms);
  return goalOf({
    subject: `\`alpha verify\` of 1000 contracts, compared with their code alone, ${CONNECTIONS[kind]}`,
    limit: `at most ${MAX_VERIFY_RATIO} times`,
    value: medianRatio(times(whole), times(codes)),
    isMet: (ratio) => ratio <= MAX_VERIFY_RATIO,
    describe: (ratio) => `${ratio.toFixed(2)} times (median of the ratios)`,
    failure: whole?.failure ?? codes?.failure,
  });
}

/** The fastest other client that did not fail and had no wrong result. */
function fastestOther(
  measurements: readonly Measurement[],
  kind: Kind,
): { readonly label: string; readonly summary: Summary } | undefined {
  return METHODS.filter(({ isOurs }) => !isOurs)
    .flatMap(({ id, label }) => {
      const measured = find(measurements, id);
      const summary = measured && summarise(measured, measured[kind]);
      return summary === undefined || summary.wrong > 0
        ? []
        : [{ label, summary }];
    })
    .toSorted((a, b) => a.summary.ms - b.summary.ms)[0];
}

function speedupGoal(measurements: readonly Measurement[], kind: Kind): Goal {
  const measured = find(measurements, "verify-network");
  const ours = measured && summarise(measured, measured[kind]);
  const other = fastestOther(measurements, kind);
  return goalOf({
    subject: `\`alpha verify\` of 1000 contracts, compared with the fastest other client, ${CONNECTIONS[kind]}`,
    limit: `at least ${MIN_SPEEDUP} times faster`,
    value: ours && other && other.summary.ms / ours.ms,
    isMet: (speedup) => speedup >= MIN_SPEEDUP,
    describe: (speedup) => `${speedup.toFixed(1)} times (${other?.label})`,
    failure: measured?.failure,
  });
}

function bytesGoal(measured: Measurement | undefined): Goal {
  return goalOf({
    subject: "received data for the code at 1000 addresses",
    limit: `under ${MAX_BYTES_DOWN / 1_000} KB`,
    value: measured && summarise(measured, measured.cold)?.bytesDown,
    isMet: (bytes) => bytes < MAX_BYTES_DOWN,
    describe: (bytes) => `${(bytes / 1_000).toFixed(1)} KB`,
    failure: measured?.failure,
  });
}

function memoryGoal(
  small: Measurement | undefined,
  large: Measurement | undefined,
): Goal {
  return goalOf({
    subject:
      "peak memory of reading the code at 10 000 addresses, compared with 1000",
    limit: `at most ${MAX_MEMORY_GROWTH} times`,
    value: small && large && large.peakBytes / small.peakBytes,
    isMet: (growth) => growth <= MAX_MEMORY_GROWTH,
    describe: (growth) => `${growth.toFixed(2)} times`,
    failure: small?.failure ?? large?.failure,
  });
}

function correctnessGoal(measurements: readonly Measurement[]): Goal {
  const ours = METHODS.filter(({ isOurs }) => isOurs).map(({ id }) => id);
  const measured = measurements.filter(({ methodId }) =>
    ours.includes(methodId),
  );
  const runs = measured.flatMap(({ cold, warm }) => [...cold, ...warm]);
  const failed = measured.filter(({ failure }) => failure !== undefined);
  return goalOf({
    subject: "wrong or missing results of this plugin",
    limit: "none",
    value:
      runs.length === 0
        ? undefined
        : failed.length + runs.reduce((sum, { wrong }) => sum + wrong, 0),
    isMet: (wrong) => wrong === 0,
    describe: (wrong) => `${wrong} in ${runs.length} runs`,
  });
}
