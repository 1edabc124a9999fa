import {
  bySeverity,
  explain,
  type GroupedProblem,
  listedRows,
  problemTitle,
} from "../../../src/base/problems.ts";
import { given } from "../../../src/base/records.ts";
import { networkLabel, oneLine } from "../../../src/base/text.ts";
import { generatedBy } from "../../../src/files/generated-by.ts";
import type {
  JudgedNetwork,
  JudgedReport,
  VerifyRow,
} from "../../../src/verify/found.ts";
import {
  networkFacts,
  networkProblems,
  withSeverity,
} from "./network-facts.ts";

const MARKS = {
  ok: "✅",
  failed: "❌",
  unknown: "❔",
  skipped: "➖",
} as const;

/** The complete report of `alpha verify` as GitHub Flavored Markdown. */
export function verifyMarkdown(report: JudgedReport): string {
  return `<!-- ${generatedBy("alpha verify")} -->\n\n${reportMarkdown(report)}`;
}

/**
 * The report as Markdown, with a bounded number of rows for each network.
 *
 * @param maxRows how many checks are listed, problems first; the others are counted
 */
export function reportMarkdown(
  { networks, level, outcome }: JudgedReport,
  maxRows = Number.POSITIVE_INFINITY,
): string {
  return [
    `## ${MARKS[outcome]} alpha verify (${level}): ${outcome}`,
    ...networks.map((network) => networkMarkdown(network, maxRows)),
  ].join("\n\n");
}

/** One network as Markdown: problems first, then the other checks, collapsed. */
function networkMarkdown(network: JudgedNetwork, maxRows: number): string {
  const { outcome, notes } = network;
  const checks = listedRows(network.rows).filter(
    // Its problem is listed above the table.
    ({ group, findings }) => group !== "network" || findings.length === 0,
  );
  const findings = checks
    .filter((check) => !isFine(check))
    .toSorted(bySeverity);
  const fine = checks.filter(isFine);
  const rows = findings.slice(0, maxRows);
  const fineRows = fine.slice(0, Math.max(0, maxRows - findings.length));
  const left = checks.length - rows.length - fineRows.length;
  const { summary, shared, shown } = networkProblems(network);
  const fineTable = tableOf(fineRows, shown);
  return given(
    `### ${MARKS[outcome]} ${markdownText(networkLabel(network))}: ${outcome}`,
    networkFacts(network).map(markdownText).join(" · "),
    summary && `reason: ${markdownText(summary)}`,
    ...list(shared.slice(0, maxRows).map(problemLine)),
    ...tableOf(rows, shown),
    fineTable.length > 0 &&
      `<details><summary>${fineRows.length} ok or skipped</summary>`,
    ...fineTable,
    fineTable.length > 0 && "</details>",
    left > 0 &&
      `${left} more checks are not shown, ${findings.length - rows.length} of them findings.`,
    ...list(notes.slice(0, maxRows).map((note) => `note: ${oneLine(note)}`)),
  ).join("\n\n");
}

function problemLine(problem: GroupedProblem): string {
  return `${MARKS[problem.status]} ${problemTitle(problem)}: ${explain(problem)}`;
}

function list(lines: readonly string[]): readonly string[] {
  return given(lines.map((line) => `- ${markdownText(line)}`).join("\n"));
}

/**
 * A row per check, and below the table, which would be wider than the page, their
 * reasons and what to do, each once. Shared reasons are listed above.
 */
function tableOf(
  checks: readonly VerifyRow[],
  shown: ReadonlySet<string>,
): readonly string[] {
  if (checks.length === 0) {
    return [];
  }
  const rows = checks.map((check) => {
    const cells = [
      MARKS[check.status],
      code(check.name),
      markdownText(withSeverity(check.verdict, check)),
      valueCell(check),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  const reasons = checks
    .flatMap(({ name, findings }) => findings.map((one) => ({ ...one, name })))
    .filter(({ reason }) => !shown.has(reason));
  const byRemedy = Map.groupBy(reasons, ({ remedy }) => remedy);
  return [
    [
      "| | check | verdict | address or value |",
      "| --- | --- | --- | --- |",
      ...rows,
    ].join("\n"),
    ...[...byRemedy].flatMap(([remedy, all]) => {
      const byReason = Map.groupBy(all, ({ reason }) => reason);
      return list(
        [...byReason].map(([reason, some], index) => {
          const names = some.map(({ name }) => name).join(", ");
          const isLast = index === byReason.size - 1;
          return `${names}: ${explain({ reason, remedy: isLast ? remedy : undefined })}`;
        }),
      );
    }),
  ];
}

/**
 * The old and the new value of what changed, or the right and the wrong one; else the
 * address, of a problem with its source, or the value that was read.
 */
function valueCell(check: VerifyRow): string {
  const { group, address, source, expected, actual } = check;
  if (address !== undefined) {
    if (isFine(check) || source === undefined) {
      return code(address);
    }
    return `${code(address)}<br>from ${markdownText(source)}`;
  }
  if (actual === undefined || group === "contracts") {
    return "";
  }
  if (isFine(check) || expected === undefined) {
    return code(actual);
  }
  return `${code(expected)}<br>→ ${code(actual)}`;
}

function isFine({ status }: VerifyRow): boolean {
  return status === "ok" || status === "skipped";
}

/** Not in backticks, since nothing can be escaped inside them. */
function code(line: string): string {
  return `<code>${markdownText(line)}</code>`;
}

/**
 * Characters with a meaning in Markdown, HTML or GitHub's references: `@` and `#`
 * may mention a user or an issue, `://` and `www.` make links.
 */
const SPECIAL = /[\\`*_[~$!<>&|@#]|:\/\/|\bwww\./gi;

/**
 * A printable line as literal text of a Markdown document or of a table cell: it
 * does not format, link or mention anything.
 */
export function markdownText(line: string): string {
  return line.replace(SPECIAL, (text) => {
    switch (text) {
      case "<":
      case ">":
      case "&":
      case "|":
        // Inside a table, an escaped bar has another meaning.
        return `&#${text.charCodeAt(0)};`;
      case "@":
      case "#":
        return `${text}<!-- -->`;
      case "://":
        return "&#58;//";
      default:
        return text.length === 1 ? `\\${text}` : text.replace(".", "&#46;");
    }
  });
}
