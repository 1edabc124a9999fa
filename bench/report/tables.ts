import { markdownTable } from "../../scripts/documents/markdown-table.ts";
import type { BenchList, ListKind } from "../chain/bench-list.ts";
import {
  median,
  medianDifference,
  medianRatio,
} from "../measure/statistics.ts";
import { methodsFor } from "../methods/methods.ts";
import { COMMANDS } from "../plugin/commands.ts";
import { MEMORY_CASES } from "../plugin/memory.ts";
import { group, kilobytes, ms } from "./format.ts";
import { checkGoals } from "./goals.ts";
import type { BenchResult, NetworkResult } from "./result.ts";
import {
  CONNECTIONS,
  findMeasurement,
  type RunKind,
  type Summary,
  summarise,
} from "./summarise.ts";

type Columns<Row> = readonly (readonly [
  head: string,
  cell: (row: Row) => string,
])[];

/** The figures of a client for a list, in a row of its table. */
interface ClientFigures {
  readonly cold: Summary;
  readonly warm: Summary;
  readonly peakBytes: number;
  /** The time of the first row. */
  readonly baselineMs: number | undefined;
  readonly roundTripMs: number;
}

const tripColumns = (kind: RunKind): Columns<ClientFigures> => [
  [CONNECTIONS[kind], (all) => ms(all[kind].ms)],
  ["round trips", (all) => group(all[kind].trips)],
  ["time / round trip", (all) => (all[kind].ms / all.roundTripMs).toFixed(2)],
];

const REGISTRY_COLUMNS: Columns<ClientFigures> = [
  ...tripColumns("cold"),
  ...tripColumns("warm"),
  ["KB up", ({ warm }) => kilobytes(warm.bytesUp)],
  ["KB down", ({ warm }) => kilobytes(warm.bytesDown)],
  ["wrong", ({ cold, warm }) => group(Math.max(cold.wrong, warm.wrong))],
];

const LIST_COLUMNS: Columns<ClientFigures> = [
  [CONNECTIONS.cold, ({ cold }) => ms(cold.ms)],
  [CONNECTIONS.warm, ({ warm }) => ms(warm.ms)],
  [
    "relative",
    ({ cold, baselineMs }) =>
      baselineMs === undefined ? "–" : `${(cold.ms / baselineMs).toFixed(1)} ×`,
  ],
  ["round trips", ({ cold }) => group(cold.trips)],
  ["KB up", ({ cold }) => kilobytes(cold.bytesUp)],
  ["KB down", ({ cold }) => kilobytes(cold.bytesDown)],
  ["sockets", ({ cold }) => group(cold.sockets)],
  ["peak MB", ({ peakBytes }) => (peakBytes / 1e6).toFixed(0)],
  ["wrong", ({ cold }) => group(cold.wrong)],
];
/** These figures cannot be extrapolated. */
const MEASURED_ONLY = ["sockets", "peak MB", "wrong"];

const CLIENT_TABLES: Readonly<
  Record<ListKind, readonly [title: string, columns: Columns<ClientFigures>]>
> = {
  registry: ["Verification of devnet's registry", REGISTRY_COLUMNS],
  complete: ["contracts", LIST_COLUMNS],
  incomplete: ["addresses, a third without code", LIST_COLUMNS],
};

/** The goals and what was measured of them, as Markdown. */
export function goalsMarkdown(result: BenchResult): string {
  let head = `Measured on ${result.machine}.`;
  if (result.network !== undefined) {
    const { roundTripMs, firstAnswerMs, megabitsDown, megabitsUp } =
      result.network.shaper.before;
    head += ` The forwarder had a round trip of ${ms(roundTripMs)}, ${ms(firstAnswerMs)} to the first answer on a new connection, and ${megabitsUp.toFixed(1)} Mbit/s up and ${megabitsDown.toFixed(1)} Mbit/s down.`;
  }
  const verdicts = { true: "met", false: "**not met**", undefined: "–" };
  const rows = checkGoals(result).map(({ subject, limit, actual, isMet }) => [
    subject,
    limit,
    actual,
    verdicts[`${isMet}`],
  ]);
  return `${head}\n\n${markdownTable(["goal", "limit", "measured", "result"], rows)}`;
}

/** The tables of all measurements, as Markdown. */
export function tablesMarkdown(result: BenchResult): string {
  const { network, noise } = result;
  const sections: string[] = [];
  for (const list of network?.lists ?? []) {
    sections.push(clientSection(network, list));
  }
  sections.push(...pluginSections(result));
  const { before, after } = noise;
  let end = `The load of the machine was ${before.load.toFixed(2)} before and ${after.load.toFixed(2)} after the benchmarks. The slowest of equal computations took ${before.jitter.toFixed(2)} and ${after.jitter.toFixed(2)} times the median.`;
  if (network !== undefined) {
    end += ` The round trip of the forwarder afterwards was ${ms(network.shaper.after.roundTripMs)}.`;
  }
  return [...sections, end].join("\n\n");
}

function section(
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return `### ${title}\n\n${markdownTable(head, rows)}`;
}

function clientSection(
  network: NetworkResult | undefined,
  list: BenchList,
): string {
  const [title, columns] = CLIENT_TABLES[list.kind];
  const methods = methodsFor(list.kind);
  const first = findMeasurement(network, list, methods[0]?.id);
  const rows: string[][] = [];
  for (const { id, label } of methods) {
    const measured = findMeasurement(network, list, id);
    if (measured === undefined) {
      continue;
    }
    const { extrapolatedFrom, failure, peakBytes } = measured;
    const isMeasured = extrapolatedFrom === undefined;
    const row = [
      isMeasured ? label : `${label} (extrapolated from ${extrapolatedFrom})`,
    ];
    rows.push(row);
    const cold = summarise(measured, "cold");
    const warm = summarise(measured, "warm");
    if (cold === undefined || warm === undefined) {
      row.push(`fails: ${failure ?? "not run"}`);
      continue;
    }
    const figures = {
      cold,
      warm,
      peakBytes,
      baselineMs: summarise(first, "cold")?.ms,
      roundTripMs: network?.shaper.before.roundTripMs ?? Number.NaN,
    };
    for (const [head, cell] of columns) {
      const text = cell(figures);
      if (isMeasured || text === "–") {
        row.push(text);
      } else {
        row.push(MEASURED_ONLY.includes(head) ? "–" : `≈ ${text}`);
      }
    }
  }
  return section(
    list.kind === "registry" ? title : `${group(list.count)} ${title}`,
    ["client", ...columns.map(([head]) => head)],
    rows,
  );
}

/** The tables of commands, of connections to a sandbox and of its memory. */
function pluginSections({
  commands,
  sandbox,
  memory,
}: BenchResult): readonly string[] {
  const sections: string[] = [];
  if (commands !== undefined) {
    const cpuOf = (id: string) =>
      (commands[id] ?? []).map(({ cpuMs }) => cpuMs);
    const rows = COMMANDS.map(({ id, label, baseline }) => {
      const times = (commands[id] ?? []).map((one) => one.ms);
      const row = [label, ms(median(times)), ms(median(cpuOf(id)))];
      const compared = COMMANDS.find((other) => other.id === baseline);
      if (compared !== undefined) {
        const [cpu, base] = [cpuOf(id), cpuOf(compared.id)];
        row.push(
          compared.label,
          `${medianRatio(cpu, base).toFixed(2)} ×`,
          ms(medianDifference(cpu, base)),
        );
      }
      return row;
    });
    sections.push(
      section(
        "Commands",
        ["command", "time", "CPU time", "compared with", "ratio", "difference"],
        rows,
      ),
    );
  }
  if (sandbox !== undefined) {
    const { first, plain, sandbox: later } = sandbox;
    const rows = [
      ["a plain simulated network", ms(median(plain)), ""],
      [
        "`devnetSandbox`, with all contracts",
        ms(median(later)),
        ms(medianDifference(later, plain)),
      ],
      [
        "`devnetSandbox`, for the first time in a process",
        ms(median(first)),
        ms(median(first) - median(plain)),
      ],
    ];
    sections.push(
      section(
        "Connections to a sandbox",
        ["first answer of a new connection to", "median", "difference"],
        rows,
      ),
    );
  }
  if (memory !== undefined) {
    const rows = MEMORY_CASES.map(({ id, label }) => {
      const growth = Math.max(0, median(memory[id]) / 1_000).toFixed(1);
      return [label, `${growth} KB`, `${growth} GB`];
    });
    sections.push(
      section(
        "Memory of a sandbox",
        ["request", "growth of the process", "for a million of them"],
        rows,
      ),
    );
  }
  return sections;
}
