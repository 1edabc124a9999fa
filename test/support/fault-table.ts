import type { FaultResult } from "./fault-case.ts";

/** What must not be, and what came of everything else. */
export interface FaultCounts {
  readonly behaviours: number;
  readonly cases: number;
  readonly true: number;
  readonly unknown: number;
  /** Cases in which unknown is a failure, too. */
  readonly mustRecover: number;
  readonly notRecovered: number;
  readonly misReports: number;
  readonly hangs: number;
  readonly leaks: number;
  readonly crashes: number;
}

/** Counts results. */
export function countFaults(results: readonly FaultResult[]): FaultCounts {
  const verdicts = (wanted: FaultResult["verdict"]) =>
    results.filter(({ verdict }) => verdict === wanted).length;
  const must = results.filter((result) => result.case.mustRecover);
  return {
    behaviours: new Set(
      results.map((result) => `${result.case.group}/${result.case.behaviour}`),
    ).size,
    cases: results.length,
    true: verdicts("true"),
    unknown: verdicts("unknown"),
    mustRecover: must.length,
    notRecovered: must.filter(({ verdict }) => verdict !== "true").length,
    misReports: verdicts("mis-report"),
    hangs: verdicts("hang"),
    leaks: results.filter(({ leaks }) => leaks.length > 0).length,
    crashes: verdicts("crash"),
  };
}

/** Results that must not be, one line each. */
export function failuresOf(results: readonly FaultResult[]): readonly string[] {
  return results
    .filter(
      ({ case: { mustRecover }, verdict, leaks }) =>
        leaks.length > 0 ||
        (verdict !== "true" && (mustRecover || verdict !== "unknown")),
    )
    .map(describeResult);
}

/** A result on one line. */
export function describeResult(result: FaultResult): string {
  const { group, behaviour, scope, task, path, chain } = result.case;
  const { mustRecover } = result.case;
  const where = task === "status" ? "status" : `verify, ${path}, ${chain.name}`;
  return [
    group,
    behaviour,
    scope,
    where,
    `${result.verdict}${mustRecover ? " (must be true)" : ""}`,
    ...(result.leaks.length > 0 ? [`LEAKS ${result.leaks.join(" ")}`] : []),
    ...(result.detail === "" ? [] : [result.detail.slice(0, 400)]),
  ].join(" · ");
}

const COLUMNS: readonly (readonly [
  title: string,
  count: (counts: FaultCounts) => number,
])[] = [
  ["behaviours", (counts) => counts.behaviours],
  ["cases", (counts) => counts.cases],
  ["true", (counts) => counts.true],
  ["unknown", (counts) => counts.unknown],
  ["must recover", (counts) => counts.mustRecover],
  ["did not", (counts) => counts.notRecovered],
  ["mis-reports", (counts) => counts.misReports],
  ["hangs", (counts) => counts.hangs],
  ["leaks", (counts) => counts.leaks],
  ["crashes", (counts) => counts.crashes],
];

/** A table of the counts by group, and of all. */
export function faultTable(results: readonly FaultResult[]): string {
  const groups = Map.groupBy(results, (result) => result.case.group);
  const rows = [...groups, ["all", results] as const].map(([group, some]) => {
    const counts = countFaults(some);
    return [group, ...COLUMNS.map(([, count]) => String(count(counts)))];
  });
  const titles = ["group", ...COLUMNS.map(([title]) => title)];
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [titles, ...rows]
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0
            ? cell.padEnd(widths[column] ?? 0)
            : cell.padStart(widths[column] ?? 0),
        )
        .join("  "),
    )
    .join("\n");
}
