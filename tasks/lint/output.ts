import { stat } from "node:fs/promises";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { Result } from "hardhat/types/utils";
import { alphaError } from "../../src/base/errors.ts";
import { oneLine } from "../../src/base/text.ts";
import { checkConfig } from "../../src/lint/compare/check-file.ts";
import type {
  LintFinding,
  LintReport,
  LintRuleInfo,
} from "../../src/lint/report.ts";
import { COMPARE_RULES } from "../../src/lint/rules.ts";
import { type CommonArguments, selectionOf } from "../cli/arguments.ts";
import {
  type GithubAnnotation,
  githubCommands,
} from "../cli/github-annotations.ts";
import {
  chooseFormat,
  emit,
  type OutputArguments,
  type PathBase,
  pathBase,
  prepareOutput,
  printJson,
  relativePath,
  type TaskOutput,
} from "../cli/output.ts";
import type { TextStyle } from "../cli/style.ts";
import { taskResult } from "../cli/task-result.ts";
import { lintSarif, type SarifContext } from "./formats/sarif.ts";
import { lintCounts, lintTable, lintTitle } from "./formats/table.ts";

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

/** `alpha config --check FILE`: compares the file with the configuration. */
export async function checkFileOfPortal(
  file: string,
  args: CommonArguments & { readonly reveal: boolean },
  hre: HardhatRuntimeEnvironment,
): Promise<Result<LintReport, LintReport>> {
  const { reveal } = args;
  const files = [file];
  const output = await prepareFindingsOutput(args, hre, "config", files);
  const selection = selectionOf(args, hre);
  const report = await checkConfig(hre.config, selection, { file, reveal });
  await emitFindings(report, COMPARE_RULES, args.format, output);
  return taskResult(report, report.outcome);
}

/**
 * The report of `alpha lint` as workflow commands, which GitHub shows as annotations
 * of the lines. The last one lists those beyond GitHub's maximum.
 */
function lintGithub(report: LintReport, base: PathBase): string {
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
