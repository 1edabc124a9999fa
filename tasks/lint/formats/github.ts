import { oneLine } from "../../../src/base/text.ts";
import type { LintFinding, LintReport } from "../../../src/lint/report.ts";
import {
  type GithubAnnotation,
  githubCommands,
} from "../../cli/github-annotations.ts";
import { type PathBase, relativePath } from "../../cli/paths.ts";
import { lintCounts, lintTitle } from "./table.ts";

/**
 * The report of `alpha lint` as workflow commands, which GitHub shows as annotations
 * of the lines. The last one lists those beyond GitHub's maximum.
 */
export function lintGithub(report: LintReport, base: PathBase): string {
  return githubCommands(
    report.findings.map((finding) => annotationOf(finding, base)),
    {
      title: `${lintTitle(report)}: ${report.outcome}`,
      message: lintCounts(report),
    },
  );
}

function annotationOf(finding: LintFinding, base: PathBase): GithubAnnotation {
  const { file, line, column, severity, rule, message, fix } = finding;
  return {
    command: severity === "error" ? "error" : "warning",
    title: severity === "unknown" ? `${rule} (unknown)` : rule,
    message: `${oneLine(message)}\n${oneLine(fix)}`,
    file: relativePath(file, base),
    line,
    column,
  };
}
