import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { Result } from "hardhat/types/utils";
import { combineOutcomes } from "../../src/base/report.ts";
import { COMPARE_RULES } from "../../src/lint/compare/check-config.ts";
import { checkExport } from "../../src/lint/compare/check-export.ts";
import type { LintReport } from "../../src/lint/report.ts";
import type { CommonArguments } from "../cli/arguments.ts";
import { projectFiles, selectionOf } from "../cli/selection.ts";
import { taskResult } from "../cli/task-result.ts";
import { emitFindings, prepareFindingsOutput } from "../lint/output.ts";
import type { ExportFormat, ExportInput } from "./format.ts";
import { outcomeOfExport, printExportMessages } from "./write-export.ts";

interface CheckContext {
  readonly args: CommonArguments & {
    readonly checkFormat: string;
    readonly verbose: boolean;
  };
  readonly hre: HardhatRuntimeEnvironment;
}

/**
 * `alpha export --check FILE`: checks the file like `alpha lint`, and compares it with the
 * export.
 *
 * @throws HardhatPluginError if there is no such format of the report.
 */
export async function check(
  file: string,
  format: ExportFormat,
  input: Omit<ExportInput, "previous" | "file">,
  { args, hre }: CheckContext,
): Promise<Result<LintReport, LintReport>> {
  const { checkFormat, verbose } = args;
  const selection = selectionOf(args, hre);
  const output = await prepareFindingsOutput(
    { ...args, format: checkFormat },
    { task: "export", inputs: [...projectFiles(hre.config), file] },
  );
  const exported = format.render({
    ...input,
    file: undefined,
    previous: undefined,
  });
  const report = await checkExport(hre.config.alpha, {
    file,
    content: format.content,
    exported: exported.text,
    isExplicit:
      selection.names.length > 0 || selection.globalNetwork !== undefined,
  });
  printExportMessages(exported);
  await emitFindings(
    report,
    COMPARE_RULES,
    { format: checkFormat, verbose },
    output,
  );
  const outcome = combineOutcomes([report.outcome, outcomeOfExport(exported)]);
  return taskResult(report, outcome);
}
