import { describeTime, networkLabel, oneLine } from "../../../src/base/text.ts";
import { generatedBy } from "../../../src/files/generated-by.ts";
import { type VerifyCheck, verifyChecks } from "../../../src/verify/checks.ts";
import type {
  NetworkVerification,
  VerifyReport,
} from "../../../src/verify/report.ts";
import { markdownText } from "../../cli/markdown.ts";

const MARKS = {
  ok: "✅",
  failed: "❌",
  unknown: "❔",
  warning: "⚠️",
  skipped: "➖",
} as const;

/** A line that says how a verification ended. */
export function markdownOutcome(report: VerifyReport): string {
  return `## ${MARKS[report.outcome]} alpha verify (${report.level}): ${report.outcome}`;
}

/**
 * One network as Markdown: what needs a look first, then what is fine, folded.
 *
 * @param mostRows how many checks are listed, those that need a look first; of
 * the others the number is told
 */
export function networkMarkdown(
  network: NetworkVerification,
  report: VerifyReport,
  mostRows = Number.POSITIVE_INFINITY,
): string {
  const { block, chainId, endpoint, outcome, reason, notes } = network;
  const facts = [
    `chain ${chainId}`,
    endpoint === null ? "no endpoint" : markdownText(oneLine(endpoint)),
    ...(block === undefined
      ? []
      : [`block ${block.number} of ${describeTime(block.timestamp)}`]),
  ];
  const checks = verifyChecks(network, report);
  const isFine = ({ status }: VerifyCheck) =>
    status === "ok" || status === "skipped";
  const findings = checks.filter((check) => !isFine(check));
  const fine = checks.filter(isFine);
  const shown = findings.slice(0, mostRows);
  const shownFine = fine.slice(0, Math.max(0, mostRows - findings.length));
  const left = checks.length - shown.length - shownFine.length;
  return [
    `### ${MARKS[outcome]} ${markdownText(networkLabel(network))}: ${outcome}`,
    facts.join(" · "),
    ...(reason === undefined
      ? []
      : [`reason: ${markdownText(oneLine(reason))}`]),
    ...(shown.length === 0 ? [] : [table(shown)]),
    ...(shownFine.length === 0
      ? []
      : [
          `<details><summary>${shownFine.length} fine or skipped</summary>`,
          table(shownFine),
          "</details>",
        ]),
    ...(left === 0
      ? []
      : [
          `${left} more are left out here, ${findings.length - shown.length} of them findings.`,
        ]),
    ...(notes.length === 0
      ? []
      : [
          notes
            .slice(0, mostRows)
            .map((note) => `- note: ${markdownText(oneLine(note))}`)
            .join("\n"),
        ]),
  ].join("\n\n");
}

function table(checks: readonly VerifyCheck[]): string {
  return [
    "| | check | verdict | address | reason |",
    "| --- | --- | --- | --- | --- |",
    ...checks.map(({ status, name, verdict, address, reasons }) =>
      [
        "",
        MARKS[status],
        code(name),
        markdownText(verdict),
        address === undefined ? "" : code(address),
        reasons.map(markdownText).join("<br>"),
        "",
      ]
        .join(" | ")
        .trim(),
    ),
  ].join("\n");
}

/** Not in backticks, within which nothing can be escaped. */
function code(line: string): string {
  return `<code>${markdownText(line)}</code>`;
}

/** The report of `alpha verify` as Markdown in GitHub's flavour, whole. */
export function verifyMarkdown(report: VerifyReport): string {
  return [
    `<!-- ${generatedBy("alpha verify")} -->`,
    markdownOutcome(report),
    ...report.networks.map((network) => networkMarkdown(network, report)),
  ].join("\n\n");
}
