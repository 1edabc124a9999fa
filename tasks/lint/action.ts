import { stat } from "node:fs/promises";
import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { alphaError } from "../../src/base/errors.ts";
import { oneLine } from "../../src/base/text.ts";
import { isWritable } from "../../src/files/writable.ts";
import { writeTextFile } from "../../src/files/write-text.ts";
import { lintFiles } from "../../src/lint/lint-files.ts";
import type { LintReport } from "../../src/lint/report.ts";
import { ALL_RULES } from "../../src/lint/rules.ts";
import { readSourceFile } from "../../src/sources/read-source-file.ts";
import type { OutputArguments } from "../cli/output.ts";
import { projectFiles } from "../cli/selection.ts";
import { taskResult } from "../cli/task-result.ts";
import { emitFindings, prepareFindingsOutput } from "./output.ts";

interface LintArguments extends OutputArguments {
  readonly files: string[];
  readonly online: boolean;
  readonly fix: boolean;
}

const action: NewTaskActionFunction<LintArguments> = async (args, hre) => {
  const { files, online, fix } = args;
  const output = await prepareFindingsOutput(args, {
    task: "lint",
    inputs: [...projectFiles(hre.config), ...files],
  });
  const report = await lintFiles(hre.config.alpha, files, {
    online,
    write: fix ? replaceText : undefined,
  });
  tellFixes(report);
  await emitFindings(report, ALL_RULES, args.format, output);
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

/**
 * Writes a file anew that still is as it was read, and may be written to.
 *
 * @throws HardhatPluginError if it is not, or cannot be.
 */
export async function replaceText(
  path: string,
  texts: { readonly old: string; readonly new: string },
): Promise<void> {
  // To replace a file takes the folder's permission only.
  const existing = await stat(path).catch(() => undefined);
  if (existing === undefined || !(await isWritable(path, existing))) {
    throw alphaError(
      `The file ${path} may not be written to, so nothing in it was repaired. Check its permissions.`,
    );
  }
  if ((await readSourceFile(path, path)) !== texts.old) {
    throw alphaError(
      `The file ${path} was changed by somebody else just now, so nothing in it was repaired. Try again.`,
    );
  }
  await writeTextFile(path, texts.new);
}
