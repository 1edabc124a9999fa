import {
  explain,
  groupProblems,
  listedChecks,
  problemTitle,
} from "../../../src/base/problems.ts";
import { networkLabel, oneLine } from "../../../src/base/text.ts";
import { generatedBy } from "../../../src/files/generated-by.ts";
import type {
  NetworkVerification,
  VerifyCheck,
  VerifyReport,
} from "../../../src/verify/report.ts";
import { markdownText } from "../../cli/markdown.ts";
import { networkFacts, networkSummary } from "./network-facts.ts";

const MARKS = {
  ok: "✅",
  failed: "❌",
  unknown: "❔",
  skipped: "➖",
} as const;

/** The outcome of a verification as a heading. */
export function markdownOutcome(report: VerifyReport): string {
  return `## ${MARKS[report.outcome]} alpha verify (${report.level}): ${report.outcome}`;
}

/**
 * One network as Markdown: problems first, then the other checks, collapsed.
 *
 * @param maxRows how many checks are listed, problems first; the others are counted
 */
export function networkMarkdown(
  network: NetworkVerification,
  maxRows = Number.POSITIVE_INFINITY,
): string {
  const { outcome, notes } = network;
  const problems = groupProblems(network.checks);
  const checks = listedChecks(network.checks).filter(
    // Its problem is listed above the table.
    ({ group, findings }) => group !== "network" || findings.length === 0,
  );
  const isFine = ({ status }: VerifyCheck) =>
    status === "ok" || status === "skipped";
  const findings = checks.filter((check) => !isFine(check));
  const fine = checks.filter(isFine);
  const shown = findings.slice(0, maxRows);
  const shownFine = fine.slice(0, Math.max(0, maxRows - findings.length));
  const left = checks.length - shown.length - shownFine.length;
  const shared = problems.filter(
    (problem) => problem.affected.length > 1 || problem.network !== undefined,
  );
  const summary = networkSummary(network, problems);
  const shownReasons = new Set(shared.map((problem) => problem.reason));
  return [
    `### ${MARKS[outcome]} ${markdownText(networkLabel(network))}: ${outcome}`,
    networkFacts(network).map(markdownText).join(" · "),
    ...(summary === undefined ? [] : [`reason: ${markdownText(summary)}`]),
    ...list(
      shared
        .slice(0, maxRows)
        .map(
          (problem) =>
            `${MARKS[problem.status]} ${problemTitle(problem)}: ${explain(problem)}`,
        ),
    ),
    ...(shown.length === 0 ? [] : [table(shown, shownReasons)]),
    ...(shownFine.length === 0
      ? []
      : [
          `<details><summary>${shownFine.length} ok or skipped</summary>`,
          table(shownFine, shownReasons),
          "</details>",
        ]),
    ...(left === 0
      ? []
      : [
          `${left} more checks are not shown, ${findings.length - shown.length} of them findings.`,
        ]),
    ...list(notes.slice(0, maxRows).map((note) => `note: ${oneLine(note)}`)),
  ].join("\n\n");
}

function list(lines: readonly string[]): readonly string[] {
  return lines.length === 0
    ? []
    : [lines.map((line) => `- ${markdownText(line)}`).join("\n")];
}

/** A row per check with its own reasons; shared reasons are listed above. */
function table(
  checks: readonly VerifyCheck[],
  shownReasons: ReadonlySet<string>,
): string {
  return [
    "| | check | verdict | address or value | reason |",
    "| --- | --- | --- | --- | --- |",
    ...checks.map(({ status, name, verdict, findings, ...check }) =>
      [
        "",
        MARKS[status],
        code(name),
        markdownText(verdict),
        valueCell({ status, ...check }),
        findings
          .filter(({ reason }) => !shownReasons.has(reason))
          .map((finding) => markdownText(explain(finding)))
          .join("<br>"),
        "",
      ]
        .join(" | ")
        .trim(),
    ),
  ].join("\n");
}

/** The address, of a problem with its source, or the value that was read. */
function valueCell({
  status,
  group,
  address,
  source,
  actual,
}: Pick<
  VerifyCheck,
  "status" | "group" | "address" | "source" | "actual"
>): string {
  if (address !== undefined) {
    return status === "ok" || status === "skipped" || source === undefined
      ? code(address)
      : `${code(address)}<br>from ${markdownText(source)}`;
  }
  return actual === undefined || group === "contracts" ? "" : code(actual);
}

/** Not in backticks, since nothing can be escaped inside them. */
function code(line: string): string {
  return `<code>${markdownText(line)}</code>`;
}

/** The complete report of `alpha verify` as GitHub Flavored Markdown. */
export function verifyMarkdown(report: VerifyReport): string {
  return [
    `<!-- ${generatedBy("alpha verify")} -->`,
    markdownOutcome(report),
    ...report.networks.map((network) => networkMarkdown(network)),
  ].join("\n\n");
}
