import { type BenchList, REGISTRY } from "../chain/bench-list.ts";
import {
  median,
  medianDifference,
  medianRatio,
} from "../measure/statistics.ts";
import { METHODS } from "../methods/methods.ts";
import { COMMANDS } from "../plugin/commands.ts";
import type { BenchResult, NetworkResult } from "./result.ts";
import {
  CONNECTIONS,
  findMeasurement,
  type RunKind,
  runsOf,
  summarise,
} from "./summarise.ts";

/** A performance goal and the measured value. */
export interface Goal {
  readonly subject: string;
  readonly limit: string;
  readonly actual: string;
  /** `undefined` if it was not measured. */
  readonly isMet: boolean | undefined;
}

interface GoalRow extends Pick<Goal, "subject" | "limit"> {
  /** `undefined` or `NaN`, the median of no values, if it was not measured. */
  readonly value: number | undefined;
  readonly isMet: (value: number) => boolean;
  readonly describe: (value: number) => string;
  /** The reason why there is no value. */
  readonly failure?: string | undefined;
}

const SHORT: BenchList = { kind: "incomplete", count: 9 };
const COMPLETE: BenchList = { kind: "complete", count: 1_000 };
const INCOMPLETE: BenchList = { kind: "incomplete", count: 1_000 };
const LONG: BenchList = { kind: "incomplete", count: 10_000 };
const VERIFY_SHORT = "`alpha verify` of 9 addresses, a third without code";

const MAX_TRIPS: readonly (readonly [
  id: string,
  list: BenchList,
  subject: string,
  kind: RunKind,
  max: number,
])[] = [
  ["registry", REGISTRY, "verification of a registry, with status", "warm", 1],
  ["registry", REGISTRY, "verification of a registry, with status", "cold", 2],
  ["wiring", REGISTRY, "wiring of a registry, with the lock", "warm", 2],
  ["verify-network", SHORT, VERIFY_SHORT, "warm", 12],
  ["verify-network", SHORT, VERIFY_SHORT, "cold", 12],
];
/** The whole verification of a list, compared with its codes alone. */
const MAX_VERIFY_RATIO = 2;
const MIN_SPEEDUP = 30;
const MAX_BYTES_DOWN = 150_000;
/** The growth of the memory from 1000 to 10 000 addresses, as a factor. */
const MAX_MEMORY_GROWTH = 1.25;
/** More than a plain simulated network. */
const MAX_SANDBOX_MS = 40;
const MAX_FIRST_SANDBOX_MS = 120;
const KINDS = ["warm", "cold"] as const;

/** Compares a result with the goals. */
export function checkGoals(result: BenchResult): readonly Goal[] {
  return [
    ...networkGoals(result.network),
    ...commandGoals(result),
    ...sandboxGoals(result),
  ].map(({ subject, limit, value = Number.NaN, isMet, describe, failure }) => ({
    subject,
    limit,
    actual: Number.isNaN(value) ? (failure ?? "not measured") : describe(value),
    isMet: Number.isNaN(value) ? undefined : isMet(value),
  }));
}

/** Compares what was measured through the forwarder with the goals. */
function networkGoals(network: NetworkResult | undefined): readonly GoalRow[] {
  const rows: GoalRow[] = [];
  const roundTripMs = network?.shaper.before.roundTripMs ?? Number.NaN;
  for (const [id, list, subject, kind, max] of MAX_TRIPS) {
    const measured = findMeasurement(network, list, id);
    const summary = summarise(measured, kind);
    const handshake = kind === "cold" ? " (including the TCP handshake)" : "";
    const time = (summary?.ms ?? Number.NaN) / roundTripMs;
    rows.push({
      subject: `${subject}, ${CONNECTIONS[kind]}${handshake}`,
      limit: `at most ${max} round trip${max === 1 ? "" : "s"}`,
      value: summary?.trips,
      isMet: (trips) => trips <= max,
      describe: (trips) =>
        `${trips} (${time.toFixed(2)} times the round trip's time)`,
      failure: measured?.failure,
    });
  }
  // A list without missing contracts, which six more passes confirm.
  const verify = findMeasurement(network, COMPLETE, "verify-network");
  const codes = findMeasurement(network, COMPLETE, "read-codes");
  for (const kind of KINDS) {
    rows.push({
      subject: `\`alpha verify\` of 1000 contracts, compared with their code alone, ${CONNECTIONS[kind]}`,
      limit: `at most ${MAX_VERIFY_RATIO} times`,
      value: medianRatio(
        runsOf(verify, kind).map(({ ms }) => ms),
        runsOf(codes, kind).map(({ ms }) => ms),
      ),
      isMet: (ratio) => ratio <= MAX_VERIFY_RATIO,
      describe: medianOfRatios,
      failure: verify?.failure ?? codes?.failure,
    });
  }
  for (const kind of KINDS) {
    const ours = summarise(verify, kind);
    const other = fastestOther(network, kind);
    rows.push({
      subject: `\`alpha verify\` of 1000 contracts, compared with the fastest other client, ${CONNECTIONS[kind]}`,
      limit: `at least ${MIN_SPEEDUP} times faster`,
      value: ours && other && other.ms / ours.ms,
      isMet: (speedup) => speedup >= MIN_SPEEDUP,
      describe: (speedup) => `${speedup.toFixed(1)} times (${other?.label})`,
      failure: verify?.failure,
    });
  }
  const short = findMeasurement(network, INCOMPLETE, "read-codes");
  const long = findMeasurement(network, LONG, "read-codes");
  const ours = METHODS.filter(({ isOurs }) => isOurs).map(({ id }) => id);
  const all = (network?.measurements ?? []).filter(({ methodId }) =>
    ours.includes(methodId),
  );
  const runs = all.flatMap(({ cold, warm }) => [...cold, ...warm]);
  const failed = all.filter(({ failure }) => failure !== undefined);
  const wrong = runs.reduce((sum, run) => sum + run.wrong, failed.length);
  rows.push(
    {
      subject: "received data for the code at 1000 addresses",
      limit: `under ${MAX_BYTES_DOWN / 1_000} KB`,
      value: summarise(short, "cold")?.bytesDown,
      isMet: (bytes) => bytes < MAX_BYTES_DOWN,
      describe: (bytes) => `${(bytes / 1_000).toFixed(1)} KB`,
      failure: short?.failure,
    },
    {
      subject:
        "peak memory of reading the code at 10 000 addresses, compared with 1000",
      limit: `at most ${MAX_MEMORY_GROWTH} times`,
      value: short && long && long.peakBytes / short.peakBytes,
      isMet: (growth) => growth <= MAX_MEMORY_GROWTH,
      describe: (growth) => `${growth.toFixed(2)} times`,
      failure: short?.failure ?? long?.failure,
    },
    {
      subject: "wrong or missing results of this plugin",
      limit: "none",
      value: runs.length === 0 ? undefined : wrong,
      isMet: (count) => count === 0,
      describe: (count) => `${count} in ${runs.length} runs`,
    },
  );
  return rows;
}

/** The fastest other client that did not fail and had no wrong result. */
function fastestOther(network: NetworkResult | undefined, kind: RunKind) {
  let fastest: { readonly label: string; readonly ms: number } | undefined;
  for (const { id, label, isOurs } of METHODS) {
    const summary = summarise(findMeasurement(network, COMPLETE, id), kind);
    if (isOurs || summary === undefined || summary.wrong > 0) {
      continue;
    }
    if (fastest === undefined || summary.ms < fastest.ms) {
      fastest = { label, ms: summary.ms };
    }
  }
  return fastest;
}

function commandGoals({ commands }: BenchResult): readonly GoalRow[] {
  const cpuOf = (id: string) =>
    (commands?.[id] ?? []).map(({ cpuMs }) => cpuMs);
  const rows: GoalRow[] = [];
  for (const { id, label, baseline, maxRatio } of COMMANDS) {
    const compared = COMMANDS.find((other) => other.id === baseline);
    if (compared === undefined || maxRatio === undefined) {
      continue;
    }
    rows.push({
      subject: `CPU time of ${label}, compared with ${compared.label}`,
      limit: `at most ${maxRatio} times`,
      value: medianRatio(cpuOf(id), cpuOf(compared.id)),
      isMet: (ratio) => ratio <= maxRatio,
      describe: medianOfRatios,
    });
  }
  return rows;
}

function sandboxGoals({ sandbox }: BenchResult): readonly GoalRow[] {
  return [
    {
      subject:
        "a new connection to `devnetSandbox`, compared with a plain simulated network",
      limit: `at most ${MAX_SANDBOX_MS} ms more`,
      value: sandbox && medianDifference(sandbox.sandbox, sandbox.plain),
      isMet: (ms) => ms <= MAX_SANDBOX_MS,
      describe: (ms) => `${ms.toFixed(1)} ms (median of the differences)`,
    },
    {
      subject: "the first connection to `devnetSandbox` in a process",
      limit: `at most ${MAX_FIRST_SANDBOX_MS} ms`,
      value: sandbox && median(sandbox.first),
      isMet: (ms) => ms <= MAX_FIRST_SANDBOX_MS,
      describe: (ms) => `${ms.toFixed(0)} ms`,
    },
  ];
}

function medianOfRatios(ratio: number): string {
  return `${ratio.toFixed(2)} times (median of the ratios)`;
}
