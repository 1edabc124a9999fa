import { problemLines } from "../../../src/base/problems.ts";
import { networkLabel, oneLine } from "../../../src/base/text.ts";
import type {
  NetworkVerification,
  VerifyReport,
} from "../../../src/verify/report.ts";
import { outcomeMark, type TextStyle } from "../../cli/style.ts";
import { remarksOf } from "./network-facts.ts";
import { indentedLines } from "./table.ts";

/** The report of `alpha verify` in a line for each network, its problems, and totals. */
export function verifyQuiet(report: VerifyReport, style: TextStyle): string {
  const { networks, level, outcome } = report;
  const totals = [count(networks.length, "network"), ...countsOf(networks)];
  return [
    ...networks.map((network) => networkText(network, style)),
    `verify (${level}): ${outcomeMark(outcome, style)} · ${totals.join(", ")}`,
  ].join("\n");
}

function networkText(network: NetworkVerification, style: TextStyle): string {
  const { outcome, endpoint, block } = network;
  const title = [
    `${style.strong(networkLabel(network))} ${outcomeMark(outcome, style)}`,
    ...(endpoint === null ? [] : [oneLine(endpoint)]),
    ...(block === undefined ? [] : [`block ${block.number}`]),
    countsOf([network]).join(", "),
  ].join(" · ");
  const problems = problemLines([network]);
  return indentedLines(
    problems === "" ? title : `${title}\n${problems}`,
    style,
  );
}

function countsOf(networks: readonly NetworkVerification[]): readonly string[] {
  const notes = networks.flatMap(remarksOf).length;
  return [
    count(networks.flatMap(({ checks }) => checks).length, "check"),
    ...(notes === 0 ? [] : [count(notes, "note")]),
  ];
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
