import type { LintReport, LintRuleInfo } from "../../src/report/lint-report.ts";
import { checkOut } from "../check-out.ts";
import { chooseFormat } from "../choose-format.ts";
import { emit } from "../emit.ts";
import { repositoryRoot } from "../repository-root.ts";
import { LINT_FORMATS } from "./formats.ts";

/** Where and how findings are printed. */
export interface FindingsOutput {
  readonly format: string;
  readonly out: string | undefined;
  readonly force: boolean;
}

/**
 * Whether findings can be printed so, asked before files are read.
 *
 * @param inputs the files that are checked, which no report may replace
 * @throws HardhatPluginError if not.
 */
export async function checkFindingsOutput(
  { format, out, force }: FindingsOutput,
  inputs: readonly string[],
): Promise<void> {
  const { isOurs } = chooseFormat(LINT_FORMATS, format);
  await checkOut(out, { isOurs, force }, inputs);
}

/** Prints a report of findings, or writes it to a file. */
export async function emitFindings(
  report: LintReport,
  rules: readonly LintRuleInfo[],
  { format, out }: FindingsOutput,
): Promise<void> {
  const { render } = chooseFormat(LINT_FORMATS, format);
  const folder = process.cwd();
  const root = repositoryRoot(process.env["GITHUB_WORKSPACE"], folder);
  await emit((style) => render(report, { rules, folder, root, style }), out);
}
