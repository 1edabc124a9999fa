import { markdownTable } from "../../scripts/documents/markdown-table.ts";
import { median } from "../measure/statistics.ts";
import type { Measurement } from "../measure/types.ts";
import { METHODS, type Method } from "../methods/methods.ts";
import { medianDifference, medianRatio } from "../plugin/start-up.ts";
import { checkGoals } from "./goals.ts";
import type { BenchResult } from "./result.ts";
import { summarise } from "./summarise.ts";

/** Formats a result as Markdown. */
export function toMarkdown(result: BenchResult): string {
  return [
    `Measured on ${result.machine}. ${describeShaper(result)}`,
    ...result.counts.map((count) => listSection(result, count)),
    registrySection(result),
    goalsSection(result),
    pluginSection(result),
    noiseSection(result),
  ].join("\n\n");
}

function describeShaper({ shaper }: BenchResult): string {
  const { roundTripMs, firstAnswerMs, megabitsDown, megabitsUp } =
    shaper.before;
  return `The forwarder had a round trip of ${ms(roundTripMs)}, ${ms(firstAnswerMs)} to the first answer on a new connection, and ${megabitsUp.toFixed(1)} Mbit/s up and ${megabitsDown.toFixed(1)} Mbit/s down.`;
}

function listSection(result: BenchResult, count: number): string {
  const of = ({ id }: Method) =>
    result.measurements.find(
      (one) => one.methodId === id && one.count === count,
    );
  const first = METHODS[0] && of(METHODS[0]);
  const baseline = first && summarise(first, first.cold)?.ms;
  const rows = METHODS.flatMap((method) => {
    const measured = of(method);
    return measured === undefined ? [] : [row(method, measured, baseline)];
  });
  return `### ${group(count)} addresses\n\n${markdownTable(
    [
      "client",
      "new connections",
      "open connections",
      "relative",
      "round trips",
      "KB up",
      "KB down",
      "sockets",
      "peak MB",
      "wrong",
    ],
    rows,
  )}`;
}

function row(
  { label }: Method,
  measured: Measurement,
  baseline: number | undefined,
): readonly string[] {
  const cold = summarise(measured, measured.cold);
  if (cold === undefined) {
    return [label, `fails: ${measured.failure ?? "not run"}`];
  }
  const warm = summarise(measured, measured.warm);
  const { extrapolatedFrom } = measured;
  const isMeasured = extrapolatedFrom === undefined;
  const about = (text: string) => (isMeasured ? text : `≈ ${text}`);
  return [
    isMeasured ? label : `${label} (extrapolated from ${extrapolatedFrom})`,
    about(ms(cold.ms)),
    warm === undefined ? "–" : about(ms(warm.ms)),
    baseline === undefined
      ? "–"
      : about(`${(cold.ms / baseline).toFixed(1)} ×`),
    about(group(cold.trips)),
    about(kilobytes(cold.bytesUp)),
    about(kilobytes(cold.bytesDown)),
    isMeasured ? group(cold.sockets) : "–",
    isMeasured ? (measured.peakBytes / 1e6).toFixed(0) : "–",
    isMeasured ? group(cold.wrong) : "–",
  ];
}

function registrySection({ registry, shaper }: BenchResult): string {
  const rows = (["cold", "warm"] as const).map((kind) => {
    const summary = summarise(registry, registry[kind]);
    const label = kind === "cold" ? "new connections" : "open connections";
    return summary === undefined
      ? [label, `fails: ${registry.failure ?? "not run"}`]
      : [
          label,
          ms(summary.ms),
          (summary.ms / shaper.before.roundTripMs).toFixed(2),
          group(summary.trips),
          kilobytes(summary.bytesUp),
          kilobytes(summary.bytesDown),
          group(summary.sockets),
        ];
  });
  return `### Verification of a registry, with status\n\n${markdownTable(
    [
      "devnet's registry",
      "time",
      "in round trips",
      "counted round trips",
      "KB up",
      "KB down",
      "sockets",
    ],
    rows,
  )}`;
}

function goalsSection(result: BenchResult): string {
  const verdict = (isMet: boolean | undefined) => {
    if (isMet === undefined) {
      return "–";
    }
    return isMet ? "met" : "**not met**";
  };
  return `### Goals\n\n${markdownTable(
    ["goal", "limit", "measured", "result"],
    checkGoals(result).map(({ subject, limit, actual, isMet }) => [
      subject,
      limit,
      actual,
      verdict(isMet),
    ]),
  )}`;
}

function pluginSection({ startUp, sandbox }: BenchResult): string {
  const row = (
    label: string,
    times: readonly number[],
    baseline: readonly number[],
  ) => [
    label,
    ms(median(times)),
    `${medianRatio(times, baseline).toFixed(3)} ×`,
    `${medianDifference(times, baseline).toFixed(1)} ms`,
  ];
  const help = (label: string, times: readonly number[]) =>
    row(`\`hardhat --help\`, ${label}`, times, startUp.none);
  const task = (label: string, times: readonly number[]) =>
    row(label, times, startUp.cleanNone);
  const plain = median(sandbox.plain.slice(1));
  const ready = median(sandbox.sandbox.slice(1));
  return `### Start-up times\n\n${markdownTable(
    ["command", "median", "ratio", "difference"],
    [
      help("no plugin", startUp.none),
      help("hardhat-viem", startUp.viem),
      help("this plugin, which includes hardhat-viem", startUp.alpha),
      task("`hardhat clean`, no plugin", startUp.cleanNone),
      task("`hardhat clean`, this plugin", startUp.cleanAlpha),
      task("`hardhat alpha config devnet`", startUp.config),
    ],
  )}\n\n${markdownTable(
    ["first answer of a new connection to", "median", "ratio"],
    [
      ["a plain simulated network", ms(plain), "1.00 ×"],
      [
        "`devnetSandbox`, with all contracts",
        ms(ready),
        `${(ready / plain).toFixed(2)} ×`,
      ],
      [
        "`devnetSandbox`, for the first time in a process",
        ms(sandbox.sandbox[0] ?? 0),
        "",
      ],
    ],
  )}`;
}

function noiseSection({ noise, shaper }: BenchResult): string {
  const { before, after } = noise;
  return `The load of the machine was ${before.load.toFixed(2)} before and ${after.load.toFixed(2)} after the benchmarks. The slowest of equal computations took ${before.jitter.toFixed(2)} and ${after.jitter.toFixed(2)} times the median. The round trip of the forwarder afterwards was ${ms(shaper.after.roundTripMs)}.`;
}

function ms(value: number): string {
  return value < 100
    ? `${value.toFixed(1)} ms`
    : `${group(Math.round(value))} ms`;
}

function kilobytes(bytes: number): string {
  return bytes < 100_000
    ? (bytes / 1_000).toFixed(1)
    : group(Math.round(bytes / 1_000));
}

/** Groups the digits of numbers with five or more. */
function group(value: number): string {
  const digits = `${value}`;
  return value < 10_000 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, " ");
}
