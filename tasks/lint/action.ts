import { stat } from "node:fs/promises";
import type { NewTaskActionFunction } from "hardhat/types/tasks";
import { alphaError } from "../../src/base/errors.ts";
import { oneLine } from "../../src/base/text.ts";
import { isWritable } from "../../src/files/output-files.ts";
import { writeTextFile } from "../../src/files/write-text.ts";
import { lintFiles } from "../../src/lint/lint-files.ts";
import type { LintReport } from "../../src/lint/report.ts";
import { ALL_RULES } from "../../src/lint/rules.ts";
import { readSourceFile } from "../../src/sources/read-source-file.ts";
import type { OutputArguments } from "../cli/output.ts";
import { taskResult } from "../cli/task-result.ts";
import { emitFindings, prepareFindingsOutput } from "./output.ts";

interface LintArguments extends OutputArguments {
  readonly files: string[];
  readonly fix: boolean;
}

const action: NewTaskActionFunction<LintArguments> = async (args, hre) => {
  const { files, fix } = args;
  const output = await prepareFindingsOutput(args, hre, "lint", files);
  const report = await lintFiles(hre.config.alpha, files, {
    write: fix ? replaceText : undefined,
  });
  printFixes(report);
  await emitFindings(report, ALL_RULES, args.format, output);
  return taskResult(report, report.outcome);
};

function printFixes({ fixed }: LintReport): void {
  for (const { file, line, column, rule, message } of fixed) {
    console.error(
      `${oneLine(file)}:${line}:${column}: repaired (${rule}): ${oneLine(message)}`,
    );
  }
}

export default action;

/**
 * Replaces the text of a file that still has the expected text.
 *
 * @throws HardhatPluginError if it has another text, or is not writable.
 */
export async function replaceText(
  path: string,
  texts: { readonly old: string; readonly new: string },
): Promise<void> {
  // Replacing a file needs permission for the folder, not for the file.
  const existing = await stat(path).catch(() => undefined);
  if (existing === undefined || !(await isWritable(path, existing))) {
    throw alphaError(
      `Could not repair ${path}: the file is not writable. Check its permissions.`,
    );
  }
  await writeTextFile(
    path,
    texts.new,
    async () => await confirmText(path, texts.old),
  );
}

/** @throws HardhatPluginError if a file has another text than the expected one. */
export async function confirmText(path: string, text: string): Promise<void> {
  if ((await readSourceFile(path, path)) !== text) {
    throw alphaError(
      `Could not repair ${path}: another program changed the file at the same time. Run the command again.`,
    );
  }
}
