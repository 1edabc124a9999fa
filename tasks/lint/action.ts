import type { NewTaskActionFunction } from "hardhat/types/tasks";

import { ALL_RULES } from "../../src/lint/all-rules.ts";
import { lintFiles } from "../../src/lint/lint-files.ts";
import type { LintReport } from "../../src/report/lint-report.ts";
import { oneLine } from "../../src/report/one-line.ts";
import { taskResult } from "../task-result.ts";
import {
  checkFindingsOutput,
  emitFindings,
  type FindingsOutput,
} from "./emit-findings.ts";
import { replaceText } from "./replace-text.ts";

interface LintArguments extends FindingsOutput {
  readonly files: string[];
  readonly online: boolean;
  readonly fix: boolean;
}

const action: NewTaskActionFunction<LintArguments> = async (args, hre) => {
  const { files, online, fix } = args;
  await checkFindingsOutput(args, files);
  const report = await lintFiles(hre.config.alpha, files, {
    online,
    write: fix ? replaceText : undefined,
  });
  tellFixes(report);
  await emitFindings(report, ALL_RULES, args);
  return taskResult(report, report.outcome);
};

function tellFixes({ fixed }: LintReport): void {
  for (const { file, line, column, rule, message } of fixed) {
    console.error(
      `${oneLine(file)}:${line}:${column}: repaired (${rule}): ${oneLine(message)}`,
    );
  }
}

export default action;
