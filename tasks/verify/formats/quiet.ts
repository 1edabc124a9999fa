import { groupProblems, problemLines } from "../../../src/base/problems.ts";
import { networkLabel, oneLine } from "../../../src/base/text.ts";
import { type VerifyCheck, verifyChecks } from "../../../src/verify/checks.ts";
import type {
  NetworkVerification,
  VerifyReport,
} from "../../../src/verify/report.ts";
import { outcomeMark, type TextStyle } from "../../cli/style.ts";
import { indented } from "./table.ts";

/** The report of `alpha verify` in a line for each network, its problems, and totals. */
export function verifyQuiet(report: VerifyReport, style: TextStyle): string {
  const all = report.networks.map((network) => ({
    network,
    checks: verifyChecks(network, report),
  }));
  const totals = [
    count(all.length, "network"),
    ...countsOf(
      all.flatMap(({ checks }) => checks),
      all.flatMap(({ network }) => network.notes),
    ),
  ].join(", ");
  return [
    ...all.flatMap(({ network, checks }) =>
      networkLines(network, checks, style),
    ),
    `verify (${report.level}): ${outcomeMark(report.outcome, style)} · ${totals}`,
  ].join("\n");
}

function networkLines(
  network: NetworkVerification,
  checks: readonly VerifyCheck[],
  style: TextStyle,
): readonly string[] {
  const { outcome, endpoint, block, notes } = network;
  const label = networkLabel(network);
  const title = [
    `${style.strong(label)} ${outcomeMark(outcome, style)}`,
    ...(endpoint === null ? [] : [oneLine(endpoint)]),
    ...(block === undefined ? [] : [`block ${block.number}`]),
    countsOf(checks, notes).join(", "),
  ].join(" · ");
  const problems = problemLines(
    groupProblems(checks).map((problem) => ({ ...problem, label })),
  );
  return [title, ...(problems === "" ? [] : problems.split("\n"))].map((line) =>
    indented(line, style),
  );
}

/** What is right and still to be known counts as a note. */
function countsOf(
  checks: readonly VerifyCheck[],
  notes: readonly string[],
): readonly string[] {
  const remarks = checks.flatMap(({ findings }) =>
    findings.filter(({ status }) => status === "ok" || status === "warning"),
  );
  const notesCount = notes.length + remarks.length;
  return [
    count(checks.length, "check"),
    ...(notesCount === 0 ? [] : [count(notesCount, "note")]),
  ];
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
