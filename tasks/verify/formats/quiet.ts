import { problemLines } from "../../../src/base/problems.ts";
import { networkLabel, oneLine } from "../../../src/base/text.ts";
import type {
  NetworkVerification,
  VerifyReport,
} from "../../../src/verify/report.ts";
import { outcomeMark, type TextStyle } from "../../cli/style.ts";
import { indented } from "./table.ts";

/** The report of `alpha verify` in a line for each network, its problems, and totals. */
export function verifyQuiet(report: VerifyReport, style: TextStyle): string {
  const { networks, level, outcome } = report;
  const totals = [count(networks.length, "network"), ...countsOf(networks)];
  return [
    ...networks.flatMap((network) => networkLines(network, style)),
    `verify (${level}): ${outcomeMark(outcome, style)} · ${totals.join(", ")}`,
  ].join("\n");
}

function networkLines(
  network: NetworkVerification,
  style: TextStyle,
): readonly string[] {
  const { outcome, endpoint, block } = network;
  const title = [
    `${style.strong(networkLabel(network))} ${outcomeMark(outcome, style)}`,
    ...(endpoint === null ? [] : [oneLine(endpoint)]),
    ...(block === undefined ? [] : [`block ${block.number}`]),
    countsOf([network]).join(", "),
  ].join(" · ");
  const problems = problemLines([network]);
  return [title, ...(problems === "" ? [] : problems.split("\n"))].map((line) =>
    indented(line, style),
  );
}

/** Remarks about what is ok count as notes. */
function countsOf(networks: readonly NetworkVerification[]): readonly string[] {
  const checks = networks.flatMap((network) => network.checks);
  const remarks = checks.flatMap(({ findings }) =>
    findings.filter(({ status }) => status === "ok"),
  );
  const notes = networks.flatMap((network) => network.notes).length;
  const all = notes + remarks.length;
  return [
    count(checks.length, "check"),
    ...(all === 0 ? [] : [count(all, "note")]),
  ];
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
