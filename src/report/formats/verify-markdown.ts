import { markdownOutcome, networkMarkdown } from "../network-markdown.ts";
import type { VerifyReport } from "../verify-report.ts";

/** The report of `alpha verify` as Markdown in GitHub's flavour, whole. */
export function verifyMarkdown(report: VerifyReport): string {
  return [
    markdownOutcome(report),
    ...report.networks.map((network) => networkMarkdown(network, report)),
  ].join("\n\n");
}
