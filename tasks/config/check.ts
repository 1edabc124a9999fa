import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { Result } from "hardhat/types/utils";

import { alphaError } from "../../src/base/errors.ts";
import {
  COMPARE_RULES,
  checkConfig,
} from "../../src/lint/compare/check-config.ts";
import type { LintReport } from "../../src/lint/report.ts";
import type { CommonArguments } from "../cli/arguments.ts";
import { selectionOf } from "../cli/selection.ts";
import { taskResult } from "../cli/task-result.ts";
import { checkFindingsOutput, emitFindings } from "../lint/output.ts";

interface CheckArguments extends CommonArguments {
  readonly explain: boolean;
  readonly module: string | undefined;
  readonly reveal: boolean;
  readonly force: boolean;
}

/**
 * `alpha config --check FILE`: compares instead of printing.
 *
 * @throws HardhatPluginError on arguments that do not go with it.
 */
export async function check(
  file: string,
  args: CheckArguments,
  hre: HardhatRuntimeEnvironment,
): Promise<Result<LintReport, LintReport>> {
  const { explain, module, reveal } = args;
  if (explain || module !== undefined) {
    throw alphaError(
      "--check prints no configuration: leave --explain and --module away.",
    );
  }
  await checkFindingsOutput(args, [file]);
  const report = await checkConfig(hre.config, selectionOf(args, hre), {
    file,
    reveal,
  });
  await emitFindings(report, COMPARE_RULES, args);
  return taskResult(report, report.outcome);
}
