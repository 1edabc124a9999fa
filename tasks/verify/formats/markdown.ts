import {
  explain,
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
import { networkFacts, networkProblems } from "./network-facts.ts";

const MARKS = {
  ok: "✅",
  failed: "❌",
  unknown: "❔",
  skipped: "➖",
} as const;

/** The complete report of `alpha verify` as GitHub Flavored Markdown. */
export function verifyMarkdown(report: VerifyReport): string {
  return `<!-- ${generatedBy("alpha verify")} -->\n\n${reportMarkdown(report)}`;
}

/**
 * The report as Markdown, with a bounded number of rows for each network.
 *
 * @param maxRows how many checks are listed, problems first; the others are counted
 */
export function reportMarkdown(
  { networks, level, outcome }: VerifyReport,
  maxRows = Number.POSITIVE_INFINITY,
): string {
  return [
    `## ${MARKS[outcome]} alpha verify (${level}): ${outcome}`,
    ...networks.map((network) => networkMarkdown(network, maxRows)),
  ].join("\n\n");
}

/** One network as Markdown: problems first, then the other checks, collapsed. */
function networkMarkdown(
  network: NetworkVerification,
  maxRows: number,
): string {
  const { outcome, notes } = network;
  const checks = listedChecks(network.checks).filter(
    // Its problem is listed above the table.
    ({ group, findings }) => group !== "network" || findings.length === 0,
  );
  const findings = checks.filter((check) => !isFine(check));
  const fine = checks.filter(isFine);
  const rows = findings.slice(0, maxRows);
  const fineRows = fine.slice(0, Math.max(0, maxRows - findings.length));
  const left = checks.length - rows.length - fineRows.length;
  const { summary, shared } = networkProblems(network);
  // A reason of the network alone is repeated, with what to do about it.
  const shown = new Set(shared.map(({ reason }) => reason));
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
    ...(rows.length === 0 ? [] : [table(rows, shown)]),
    ...(fineRows.length === 0
      ? []
      : [
          `<details><summary>${fineRows.length} ok or skipped</summary>`,
          table(fineRows, shown),
          "</details>",
        ]),
    ...(left === 0
      ? []
      : [
          `${left} more checks are not shown, ${findings.length - rows.length} of them findings.`,
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
  shown: ReadonlySet<string>,
): string {
  return [
    "| | check | verdict | address or value | reason |",
    "| --- | --- | --- | --- | --- |",
    ...checks.map((check) => {
      const cells = [
        MARKS[check.status],
        code(check.name),
        markdownText(check.verdict),
        valueCell(check),
        check.findings
          .filter(({ reason }) => !shown.has(reason))
          .map((finding) => markdownText(explain(finding)))
          .join("<br>"),
      ];
      return `| ${cells.join(" | ")} |`;
    }),
  ].join("\n");
}

/** The address, of a problem with its source, or the value that was read. */
function valueCell(check: VerifyCheck): string {
  const { group, address, source, actual } = check;
  if (address !== undefined) {
    return isFine(check) || source === undefined
      ? code(address)
      : `${code(address)}<br>from ${markdownText(source)}`;
  }
  return actual === undefined || group === "contracts" ? "" : code(actual);
}

function isFine({ status }: VerifyCheck): boolean {
  return status === "ok" || status === "skipped";
}

/** Not in backticks, since nothing can be escaped inside them. */
function code(line: string): string {
  return `<code>${markdownText(line)}</code>`;
}
