import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { Result } from "hardhat/types/utils";

import { alphaError } from "../../src/base/errors.ts";
import { checkConfig } from "../../src/lint/compare/check-file.ts";
import type { LintReport } from "../../src/lint/report.ts";
import { COMPARE_RULES } from "../../src/lint/rules.ts";
import { selectionOf } from "../cli/arguments.ts";
import { taskResult } from "../cli/task-result.ts";
import { emitFindings, prepareFindingsOutput } from "../lint/output.ts";
import type { ConfigArguments } from "./options.ts";

/**
 * `alpha config --check FILE`: compares the file with the configuration.
 *
 * @throws HardhatPluginError on arguments that cannot be combined with it.
 */
export async function check(
  file: string,
  args: ConfigArguments,
  hre: HardhatRuntimeEnvironment,
): Promise<Result<LintReport, LintReport>> {
  const { explain, module, reveal } = args;
  if (explain || module !== undefined || args.default !== undefined) {
    throw alphaError(
      "--check cannot be combined with --explain, --module or --default.",
    );
  }
  const files = [file];
  const output = await prepareFindingsOutput(args, hre, "config", files);
  const selection = selectionOf(args, hre);
  const report = await checkConfig(hre.config, selection, { file, reveal });
  await emitFindings(report, COMPARE_RULES, args.format, output);
  return taskResult(report, report.outcome);
}
