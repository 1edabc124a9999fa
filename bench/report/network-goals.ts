import { medianRatio } from "../measure/statistics.ts";
import type { Measurement, Run } from "../measure/types.ts";
import { METHODS, REGISTRY_METHODS } from "../methods/methods.ts";
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
/** The whole verification of a list, compared with its codes alone. */
const MAX_VERIFY_RATIO = 1.5;
const MIN_SPEEDUP = { warm: 40, cold: 30 };
const MAX_BYTES_DOWN = 150_000;
/** The growth of the memory from 1000 to 10 000 addresses, as a factor. */
const MAX_MEMORY_GROWTH = 1.25;
const CONNECTIONS = { warm: "open connections", cold: "new connections" };

/** Compares what was measured through the forwarder with the goals. */
export function networkGoals(
  network: NetworkResult | undefined,
): readonly Goal[] {
  const { registry = [], lists = [], shaper } = network ?? {};
  const codes = find(lists, "read-codes", 1_000);
  const whole = find(lists, "verify-network", 1_000);
  return [
    ...MAX_TRIPS.map(([id, subject, kind, max]) =>
      tripsGoal(find(registry, id, 0), {
        subject,
        kind,
        max,
        roundTripMs: shaper?.before.roundTripMs ?? Number.NaN,
      }),
    ),
    ratioGoal(whole, codes, "warm"),
    ratioGoal(whole, codes, "cold"),
    speedupGoal(lists, "warm"),
    speedupGoal(lists, "cold"),
    bytesGoal(codes),
    memoryGoal(whole, find(lists, "verify-network", 10_000)),
    correctnessGoal([...registry, ...lists]),
  ];
}

function find(
  measurements: readonly Measurement[],
  methodId: string,
  count: number,
): Measurement | undefined {
  return measurements.find(
    (one) => one.methodId === methodId && one.count === count,
  );
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

function ratioGoal(
  whole: Measurement | undefined,
  codes: Measurement | undefined,
  kind: Kind,
): Goal {
  const times = (measured: Measurement | undefined) =>
    runsOf(measured, kind).map(({ ms }) => ms);
  return goalOf({
    subject: `\`alpha verify\` of 1000 addresses, compared with their code alone, ${CONNECTIONS[kind]}`,
    limit: `at most ${MAX_VERIFY_RATIO} times`,
    value: medianRatio(times(whole), times(codes)),
    isMet: (ratio) => ratio <= MAX_VERIFY_RATIO,
    describe: (ratio) => `${ratio.toFixed(2)} times (median of the ratios)`,
    failure: whole?.failure ?? codes?.failure,
  });
}

/** The fastest other client that did not fail and had no wrong result. */
function fastestOther(
  lists: readonly Measurement[],
  count: number,
  kind: Kind,
): { readonly label: string; readonly summary: Summary } | undefined {
  return METHODS.filter(({ isOurs }) => !isOurs)
    .flatMap(({ id, label }) => {
      const measured = find(lists, id, count);
      const summary = measured && summarise(measured, measured[kind]);
      return summary === undefined || summary.wrong > 0
        ? []
        : [{ label, summary }];
    })
    .toSorted((a, b) => a.summary.ms - b.summary.ms)[0];
}

function speedupGoal(lists: readonly Measurement[], kind: Kind): Goal {
  const measured = find(lists, "verify-network", 1_000);
  const ours = measured && summarise(measured, measured[kind]);
  const other = fastestOther(lists, 1_000, kind);
  const min = MIN_SPEEDUP[kind];
  return goalOf({
    subject: `\`alpha verify\` of 1000 addresses, compared with the fastest other client, ${CONNECTIONS[kind]}`,
    limit: `at least ${min} times faster`,
    value: ours && other && other.summary.ms / ours.ms,
    isMet: (speedup) => speedup >= min,
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
      "peak memory of `alpha verify` of 10 000 addresses, compared with 1000",
    limit: `at most ${MAX_MEMORY_GROWTH} times`,
    value: small && large && large.peakBytes / small.peakBytes,
    isMet: (growth) => growth <= MAX_MEMORY_GROWTH,
    describe: (growth) => `${growth.toFixed(2)} times`,
    failure: small?.failure ?? large?.failure,
  });
}

function correctnessGoal(measurements: readonly Measurement[]): Goal {
  const ours = [...METHODS, ...REGISTRY_METHODS]
    .filter(({ isOurs }) => isOurs)
    .map(({ id }) => id);
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
