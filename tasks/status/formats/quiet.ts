import { problemLines } from "../../../src/base/problem-lines.ts";
import { withStatusChecks } from "../../../src/status/checks.ts";
import type { StatusReport } from "../../../src/status/report.ts";
import { outcomeMark, type TextStyle } from "../../cli/style.ts";
import { wrapLines } from "../../cli/wrap-text.ts";

/** The problems of `alpha status`. Nothing if everything is ok. */
export function statusQuiet(
  { networks, outcome }: StatusReport,
  style: TextStyle,
): string {
  if (outcome === "ok") {
    return "";
  }
  const problems = problemLines(networks.map(withStatusChecks));
  return `status: ${outcomeMark(outcome, style)}\n${wrapLines(problems, style)}`;
}
