import {
  explain,
  type GroupedProblem,
  groupProblems,
  problemTitle,
} from "../../../src/base/problems.ts";
import { networkLabel, oneLine } from "../../../src/base/text.ts";
import { type VerifyCheck, verifyChecks } from "../../../src/verify/checks.ts";
import type {
  NetworkVerification,
  VerifyReport,
} from "../../../src/verify/report.ts";
import { outcomeMark, statusMark, type TextStyle } from "../../cli/style.ts";
import { type TextRow, textTable } from "../../cli/table.ts";
import { wrapText } from "../../cli/wrap-text.ts";
import { networkFacts, networkSummary } from "./network-facts.ts";

const WIDTHS = [15, 29, 43, 13];

/** The sections of a network's table, and the checks in each. */
const SECTIONS: readonly (readonly [
  heading: string,
  has: (check: VerifyCheck) => boolean,
])[] = [
  ["registry", ({ kind }) => kind === "registry"],
  ["payment tokens", ({ kind }) => kind === "token"],
  ["portal", ({ kind }) => kind === "portal"],
  ["addresses", ({ kind }) => kind === "list"],
  ["wiring", ({ group }) => group === "wiring"],
  ["control", ({ group }) => group === "control"],
  ["lock file", ({ group }) => group === "lock"],
];

/** The report of `alpha verify` as a table. */
export function verifyTable(report: VerifyReport, style: TextStyle): string {
  return [
    ...report.networks.map((network) => networkText(network, report, style)),
    `verify (${report.level}): ${outcomeMark(report.outcome, style)}`,
  ].join("\n\n");
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
  const checks = verifyChecks(network, report);
  const shared = groupProblems(checks).filter(isShared);
  const summary = networkSummary(network, shared);
  const shownReasons = new Set([
    summary,
    ...shared.map((problem) => problem.reason),
  ]);
  const rows = SECTIONS.flatMap(([heading, has]) =>
    sectionRows(heading, checks.filter(has), shownReasons, style),
  );
  return [
    wrapText(title, { hanging: "  " }),
    ...(summary === undefined ? [] : [wrapText(summary, { indent: "  " })]),
    ...shared.map((problem) =>
      wrapText(`${problemTitle(problem)}: ${explain(problem)}`, {
        indent: "  ",
      }),
    ),
    ...(rows.length === 0 ? [] : [textTable(WIDTHS, rows)]),
    ...notes.map((note) =>
      style.faint(wrapText(`note: ${oneLine(note)}`, { indent: "  " })),
    ),
  ].join("\n");
}

/** Whether it is shown above the rows: it affects the network or several checks. */
function isShared({ affected }: GroupedProblem): boolean {
  return (
    affected.length > 1 ||
    affected.some(({ check }) => check.group === "network")
  );
}

function sectionRows(
  heading: string,
  checks: readonly VerifyCheck[],
  shownReasons: ReadonlySet<string | undefined>,
  style: TextStyle,
): TextRow[] {
  return checks.length === 0
    ? []
    : [
        { cells: ["", style.faint(heading)] },
        ...checks.flatMap((check) => checkRows(check, shownReasons, style)),
        ...skipReasons(checks).map((reason) => ({
          note: style.faint(`skipped: ${reason}`),
        })),
      ];
}

function checkRows(
  check: VerifyCheck,
  shownReasons: ReadonlySet<string | undefined>,
  style: TextStyle,
): TextRow[] {
  const { group, status, verdict, label, address, detail = "" } = check;
  const mark = statusMark(status, verdict, style);
  const cells =
    group === "contracts"
      ? [mark, label, address ?? "–", detail]
      : group === "wiring" || group === "control"
        ? [mark, label, status === "ok" ? detail : ""]
        : [mark, detail];
  return [
    { cells },
    ...check.findings
      .filter((finding) => finding.status !== "skipped")
      .filter(({ reason }) => !shownReasons.has(reason))
      .map((finding) => ({
        note:
          finding.status === "ok"
            ? style.faint(explain(finding))
            : explain(finding),
      })),
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
