import { markdownOutcome, networkMarkdown } from "../network-markdown.ts";
import type { VerifyReport } from "../verify-report.ts";

/** GitHub drops a step's summary of more than 1 MiB altogether. */
const MOST_BYTES = 900 * 1024;
const MOST_ROWS = 1_000;

/**
 * The report of `alpha verify` for `$GITHUB_STEP_SUMMARY`: Markdown, bounded, with
 * what needs a look first.
 */
export function verifyGithubSummary(report: VerifyReport): string {
  let mostRows = MOST_ROWS;
  let text = summary(report, mostRows);
  while (mostRows > 1 && Buffer.byteLength(text) > MOST_BYTES) {
    mostRows = Math.floor(mostRows / 2);
    text = summary(report, mostRows);
  }
  return text;
}

function summary(report: VerifyReport, mostRows: number): string {
  return [
    markdownOutcome(report),
    ...report.networks.map((network) =>
      networkMarkdown(network, report, mostRows),
    ),
  ].join("\n\n");
}
