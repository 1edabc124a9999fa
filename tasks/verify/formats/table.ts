import { problemLines } from "../../../src/base/problem-lines.ts";
import {
  explain,
  type GroupedProblem,
  listedRows,
  problemTitle,
  SEVERITIES,
  untitledRows,
} from "../../../src/base/problems.ts";
import { given } from "../../../src/base/records.ts";
import { networkLabel, oneLine } from "../../../src/base/text.ts";
import {
  type JudgedNetwork,
  type JudgedReport,
  proxyReason,
  type VerifyRow,
} from "../../../src/verify/found.ts";
import { contractId } from "../../../src/verify/values/path.ts";
import { sentence } from "../../../src/verify/words/sentences.ts";
import { outcomeMark, statusMark, type TextStyle } from "../../cli/style.ts";
import { type TextRow, textTable } from "../../cli/table.ts";
import { wrapLines } from "../../cli/wrap-text.ts";
import {
  networkFacts,
  networkProblems,
  remarksOf,
  withSeverity,
} from "./network-facts.ts";

/** Width of the widest usual mark, `✔ recognised`. */
const MARK_WIDTH = 13;
/** Lines. The problems of a longer report are repeated at its end. */
const MAX_SCREEN = 40;

/** Tables below each other, with their sections, which have the same columns. */
function tablesOf({ level }: JudgedReport) {
  const detail = level === "presence" ? "code size" : "matches releases";
  const contracts = {
    registry: "registry",
    token: "payment tokens",
    portal: "portal",
    own: "own contracts",
    list: "addresses",
  };
  return [
    { sections: { simulation: "simulation" }, columns: ["value"] },
    { sections: contracts, columns: ["address", detail] },
    { sections: { wiring: "wiring", control: "control" }, columns: ["value"] },
    { sections: { lock: "lock file" }, columns: [] },
  ];
}

/** The kind of a contract, or the group of another check. */
function sectionOf({ group, name }: VerifyRow): string {
  return group === "contracts" ? name.replace(/\..*$/, "") : group;
}

/** The report of `alpha verify` as a table. */
export function verifyTable(report: JudgedReport, style: TextStyle): string {
  const networks = report.networks.map((network) =>
    networkText(network, report, style),
  );
  const isLong = networks.join("\n\n").split("\n").length > MAX_SCREEN;
  const problems = isLong ? problemLines(report.networks) : "";
  return given(
    ...networks,
    problems && `${style.strong("Problems")}\n${wrapLines(problems, style)}`,
    `verify (${report.level}): ${outcomeMark(report.outcome, style)}`,
  ).join("\n\n");
}

function networkText(
  network: JudgedNetwork,
  report: JudgedReport,
  style: TextStyle,
): string {
  const { outcome, notes } = network;
  const title = [
    outcomeMark(outcome, style),
    style.strong(networkLabel(network)),
    ...networkFacts(network),
  ].join(" · ");
  const { summary, shared, shown } = networkProblems(network);
  const checks = Map.groupBy(
    listedRows(network.rows).toSorted(byChange),
    sectionOf,
  );
  const isSimulated = network.simulation !== undefined;
  const tables: string[] = [];
  for (const { columns, sections } of tablesOf(report)) {
    const rows = Object.entries(sections).flatMap(([section, title]) =>
      sectionRows(["", title, ...columns], checks.get(section) ?? [], {
        shown,
        style,
        isSimulated,
      }),
    );
    if (rows.length > 0) {
      tables.push(textTable(rows, { style, minWidths: [MARK_WIDTH] }));
    }
  }
  return given(
    wrapLines(title, style),
    summary && wrapLines(`  ${summary}`, style, ""),
    ...shared.flatMap(sharedLines).map((line) => wrapLines(line, style, "")),
    ...tables,
    ...notes.map((note) =>
      style.faint(wrapLines(`  note: ${oneLine(note)}`, style, "")),
    ),
  ).join("\n");
}

/** Orders what has changed first, the gravest before all. */
function byChange(one: VerifyRow, other: VerifyRow): number {
  const [rank = 0, otherRank = 0] = [one, other].map(({ severity }) =>
    severity === undefined ? SEVERITIES.length : SEVERITIES.indexOf(severity),
  );
  return rank - otherRank;
}

/** A problem of several checks: the cause, what to do, and which checks it affects. */
function sharedLines(problem: GroupedProblem): readonly string[] {
  const names = untitledRows(problem).map(({ name }) => name);
  return [
    `  ${problemTitle(problem)}: ${explain(problem)}`,
    ...(names.length === 0 ? [] : [`    affects ${names.join(", ")}`]),
  ];
}

interface RowContext {
  /** Reasons that are printed above the rows. */
  readonly shown: ReadonlySet<string | undefined>;
  readonly style: TextStyle;
  /** True if changes are what a simulation is about. */
  readonly isSimulated: boolean;
}

function sectionRows(
  headings: readonly string[],
  checks: readonly VerifyRow[],
  context: RowContext,
): TextRow[] {
  if (checks.length === 0) {
    return [];
  }
  return [
    { headings },
    ...checks.flatMap((check) => checkRows(check, context)),
    ...skipReasons(checks).map((reason) => ({
      note: context.style.faint(`skipped: ${reason}`),
    })),
  ];
}

function checkRows(
  check: VerifyRow,
  { shown, style, isSimulated }: RowContext,
): TextRow[] {
  const { group, status, verdict, name, address, source, actual = "" } = check;
  const words = isSimulated ? withSeverity(verdict, check) : verdict;
  const mark = statusMark(status, words, style);
  let cells = [mark, name, status === "ok" ? actual : ""];
  if (group === "contracts") {
    // The section has the kind.
    cells = [mark, name.replace(/^\w+\./, ""), address ?? "–", actual];
  } else if (group === "lock") {
    cells = [mark, actual];
  }
  const findings = check.findings
    .filter((finding) => finding.status !== "skipped")
    .filter(({ reason }) => !shown.has(reason));
  const rows: TextRow[] = [{ cells }];
  for (const [index, { status: one, reason, remedy }] of findings.entries()) {
    // The remedy is printed once, below the last finding that it applies to.
    const isRepeated = remedy === findings[index + 1]?.remedy;
    const text = isRepeated ? reason : explain({ reason, remedy });
    rows.push({ note: one === "ok" ? style.faint(text) : text });
  }
  if (source && !["ok", "skipped"].includes(status)) {
    rows.push({ note: style.faint(`its address comes from ${source}`) });
  }
  return rows;
}

/** The reasons why contracts are skipped, each shown once below them. */
function skipReasons(checks: readonly VerifyRow[]): readonly string[] {
  const skipped = checks
    .flatMap(({ findings }) => findings)
    .filter(({ status }) => status === "skipped");
  const reasons = skipped.map(({ reason }) => reason);
  return [...new Set(reasons)];
}

/**
 * The report of `alpha verify` in a line for each network, its problems, and totals.
 * Nothing if everything is ok.
 */
export function verifyQuiet(report: JudgedReport, style: TextStyle): string {
  const { networks, level, outcome } = report;
  if (outcome === "ok") {
    return "";
  }
  const totals = [count(networks.length, "network"), ...countsOf(networks)];
  return [
    ...networks.map((network) => quietNetwork(network, style)),
    `verify (${level}): ${outcomeMark(outcome, style)} · ${totals.join(", ")}`,
  ].join("\n");
}

function quietNetwork(network: JudgedNetwork, style: TextStyle): string {
  const { outcome, endpoint, block } = network;
  const title = given(
    outcomeMark(outcome, style),
    style.strong(networkLabel(network)),
    endpoint !== null && oneLine(endpoint),
    block && `block ${block.number}`,
    countsOf([network]).join(", "),
  ).join(" · ");
  const lines = [title, problemLines([network]), ...unreadProxies(network)];
  return wrapLines(lines.filter(Boolean).join("\n"), style);
}

/** Which contracts run nobody knows what, though all checks are ok. */
function unreadProxies({ contracts }: JudgedNetwork): readonly string[] {
  const lines: string[] = [];
  for (const { proxyUnread, ...contract } of contracts) {
    if (proxyUnread?.kind === "hidden") {
      const reason = sentence(proxyReason(proxyUnread));
      lines.push(`  ${oneLine(`${contractId(contract)}: ${reason}`)}`);
    }
  }
  return lines;
}

function countsOf(networks: readonly JudgedNetwork[]): readonly string[] {
  const notes = networks.flatMap(remarksOf).length;
  return given(
    count(networks.flatMap(({ rows }) => rows).length, "check"),
    notes > 0 && count(notes, "note"),
  );
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
