import { stat } from "node:fs/promises";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { alphaError } from "../../src/base/errors.ts";
import type { LintReport, LintRuleInfo } from "../../src/lint/report.ts";
import { printJson } from "../cli/json.ts";
import {
  chooseFormat,
  emit,
  type OutputArguments,
  prepareOutput,
  type TaskOutput,
} from "../cli/output.ts";
import { pathBase } from "../cli/paths.ts";
import type { TextStyle } from "../cli/style.ts";
import { lintGithub } from "./formats/github.ts";
import { lintSarif, type SarifContext } from "./formats/sarif.ts";
import { lintTable } from "./formats/table.ts";

/**
 * The file that findings go to, if any, checked before files are read.
 *
 * @param files the files that are checked
 * @throws HardhatPluginError if there is no such format, a file is missing, or that of
 * the findings cannot be written or may not be replaced.
 */
export async function prepareFindingsOutput(
  args: OutputArguments,
  { config }: Pick<HardhatRuntimeEnvironment, "config">,
  task: LintReport["task"],
  files: readonly string[],
): Promise<TaskOutput | undefined> {
  chooseFormat(LINT_FORMATS, args.format);
  const output = await prepareOutput(args, config, { task, inputs: files });
  for (const file of files) {
    await stat(file).catch((error) => {
      if (error.code === "ENOENT") {
        throw alphaError(`The file ${file} does not exist. Check the path.`);
      }
    });
  }
  return output;
}

/** Prints a report of findings, or writes it to a file. */
export async function emitFindings(
  report: LintReport,
  rules: readonly LintRuleInfo[],
  format: string,
  output: TaskOutput | undefined,
): Promise<void> {
  const render = chooseFormat(LINT_FORMATS, format);
  const base = pathBase();
  await emit((style) => render(report, { rules, ...base, style }), output);
}

type LintFormat = (
  report: LintReport,
  context: SarifContext & { readonly style: TextStyle },
) => string;

const LINT_FORMATS: Readonly<Record<string, LintFormat>> = {
  table: (report, { style }) => lintTable(report, style),
  json: (report) => printJson(report),
  sarif: lintSarif,
  github: lintGithub,
};
