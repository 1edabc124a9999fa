import {
  explain,
  type GroupedProblem,
  groupProblems,
  listedChecks,
  problemLines,
  problemTitle,
  untitledChecks,
} from "../../../src/base/problems.ts";
import { networkLabel, oneLine } from "../../../src/base/text.ts";
import type {
  NetworkVerification,
  VerifyCheck,
  VerifyReport,
} from "../../../src/verify/report.ts";
import { outcomeMark, statusMark, type TextStyle } from "../../cli/style.ts";
import { type TextRow, textTable } from "../../cli/table.ts";
import { fitHex, lineWidth, wrapText } from "../../cli/wrap-text.ts";
import { networkFacts, networkSummary } from "./network-facts.ts";

/** Of `✔ recognised`. */
const MARK_WIDTH = 13;
/** Lines. The problems of a longer report are repeated at its end. */
const MAX_SCREEN = 40;

/** A part of a network's table: its headings, and the checks in it. */
interface Section {
  readonly headings: readonly string[];
  readonly has: (check: VerifyCheck) => boolean;
}

/** Tables below each other; the sections of one have the same columns. */
function sectionsOf({ level }: VerifyReport): readonly (readonly Section[])[] {
  const detail = level === "presence" ? "code size" : "matches releases";
  const contracts = [
    ["registry", "registry"],
    ["token", "payment tokens"],
    ["portal", "portal"],
    ["list", "addresses"],
  ].map(([kind, title = ""]) => ({
    headings: ["", title, "address", detail],
    has: ({ group, name }: VerifyCheck) =>
      group === "contracts" && name.startsWith(`${kind}.`),
  }));
  const facts = (["wiring", "control"] as const).map((group) => ({
    headings: ["", group, "value"],
    has: (check: VerifyCheck) => check.group === group,
  }));
  const lock = {
    headings: ["", "lock file"],
    has: ({ group }: VerifyCheck) => group === "lock",
  };
  return [contracts, facts, [lock]];
}

/** The report of `alpha verify` as a table. */
export function verifyTable(report: VerifyReport, style: TextStyle): string {
  const networks = report.networks.map((network) =>
    networkText(network, report, style),
  );
  const isLong = networks.join("\n\n").split("\n").length > MAX_SCREEN;
  return [
    ...networks,
    ...(isLong ? repeatedProblems(report, style) : []),
    `verify (${report.level}): ${outcomeMark(report.outcome, style)}`,
  ].join("\n\n");
}

/** The problems of all networks. */
function repeatedProblems(
  report: VerifyReport,
  style: TextStyle,
): readonly string[] {
  const lines = problemLines(report.networks);
  return lines === ""
    ? []
    : [
        [
          style.strong("Problems"),
          ...lines.split("\n").map((line) => indented(line, style)),
        ].join("\n"),
      ];
}

/** A line that is wrapped below its own indentation. */
export function indented(
  line: string,
  style: TextStyle,
  hanging = "  ",
): string {
  const width = lineWidth(style);
  const indent = /^ */.exec(line)?.[0] ?? "";
  const space = width - indent.length - hanging.length;
  return wrapText(fitHex(line.trimStart(), space, style), {
    width,
    indent,
    hanging: `${indent}${hanging}`,
  });
}

function networkText(
  network: NetworkVerification,
  report: VerifyReport,
  style: TextStyle,
): string {
  const { outcome, notes } = network;
  const title = [
    style.strong(networkLabel(network)),
    ...networkFacts(network),
    outcomeMark(outcome, style),
  ].join(" · ");
  const shared = groupProblems(network.checks).filter(isShared);
  const summary = networkSummary(network, shared);
  const shown = new Set([summary, ...shared.map((problem) => problem.reason)]);
  const checks = listedChecks(network.checks);
  const tables = sectionsOf(report).flatMap((sections) => {
    const rows = sections.flatMap((section) =>
      sectionRows(section, checks, { shown, style }),
    );
    return rows.length === 0
      ? []
      : [textTable(rows, { style, minWidths: [MARK_WIDTH] })];
  });
  return [
    indented(title, style),
    ...(summary === undefined ? [] : [indented(`  ${summary}`, style, "")]),
    ...shared.flatMap(sharedLines).map((line) => indented(line, style, "")),
    ...tables,
    ...notes.map((note) =>
      style.faint(indented(`  note: ${oneLine(note)}`, style, "")),
    ),
  ].join("\n");
}

/** Whether it is shown above the rows: it affects the network or several checks. */
function isShared(problem: GroupedProblem): boolean {
  return problem.affected.length > 1 || problem.network !== undefined;
}

/** A problem of several checks: the cause, what to do, and which checks it affects. */
function sharedLines(problem: GroupedProblem): readonly string[] {
  const names = untitledChecks(problem).map(({ name }) => name);
  return [
    `  ${problemTitle(problem)}: ${explain(problem)}`,
    ...(names.length === 0 ? [] : [`    affects ${names.join(", ")}`]),
  ];
}

interface RowContext {
  /** Reasons that are printed above the rows. */
  readonly shown: ReadonlySet<string | undefined>;
  readonly style: TextStyle;
}

function sectionRows(
  { headings, has }: Section,
  all: readonly VerifyCheck[],
  context: RowContext,
): TextRow[] {
  const checks = all.filter(has);
  return checks.length === 0
    ? []
    : [
        { headings },
        ...checks.flatMap((check) => checkRows(check, context)),
        ...skipReasons(checks).map((reason) => ({
          note: context.style.faint(`skipped: ${reason}`),
        })),
      ];
}

function checkRows(
  check: VerifyCheck,
  { shown, style }: RowContext,
): TextRow[] {
  const { group, status, verdict, name, address, source, actual = "" } = check;
  const label = name.replace(/^(registry|token|portal|list)\./, "");
  const mark = statusMark(status, verdict, style);
  const cells =
    group === "contracts"
      ? [mark, label, address ?? "–", actual]
      : group === "wiring" || group === "control"
        ? [mark, label, status === "ok" ? actual : ""]
        : [mark, actual];
  const isProblem = !["ok", "skipped"].includes(status);
  const findings = check.findings
    .filter((finding) => finding.status !== "skipped")
    .filter(({ reason }) => !shown.has(reason));
  return [
    { cells },
    ...findings.map(({ status: one, reason, remedy }, index) => {
      // The remedy is printed once, below the last finding that it applies to.
      const text =
        remedy === undefined || remedy === findings[index + 1]?.remedy
          ? reason
          : explain({ reason, remedy });
      return { note: one === "ok" ? style.faint(text) : text };
    }),
    ...(isProblem && source !== undefined
      ? [{ note: style.faint(`its address comes from ${source}`) }]
      : []),
  ];
}

/** The reasons why contracts are skipped, each shown once below them. */
function skipReasons(checks: readonly VerifyCheck[]): readonly string[] {
  const reasons = checks.flatMap(({ findings }) =>
    findings.flatMap(({ status, reason }) =>
      status === "skipped" ? [reason] : [],
    ),
  );
  return [...new Set(reasons)];
}
