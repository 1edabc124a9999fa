import { constants } from "node:fs";
import { access, appendFile, stat } from "node:fs/promises";
import { dirname } from "node:path";

import { alphaError } from "../../src/base/errors.ts";

/**
 * Checks, before the work that fills it, that the summary of a GitHub workflow step
 * can be written. Outside of GitHub it does nothing.
 *
 * @throws HardhatPluginError if it cannot.
 */
export async function checkStepSummary(): Promise<void> {
  const file = summaryFile();
  if (file === undefined) {
    return;
  }
  try {
    const existing = await stat(file).catch(() => undefined);
    if (existing?.isDirectory() === true) {
      throw new Error(`${file} is a folder`);
    }
    await access(existing === undefined ? dirname(file) : file, constants.W_OK);
  } catch (error) {
    throw unwritable(error);
  }
}

/**
 * Appends Markdown to the summary of a GitHub workflow step
 * (`$GITHUB_STEP_SUMMARY`). Outside of GitHub it does nothing.
 *
 * @throws HardhatPluginError if it cannot be written.
 */
export async function appendStepSummary(markdown: string): Promise<void> {
  const file = summaryFile();
  if (file === undefined) {
    return;
  }
  try {
    await appendFile(file, `${markdown}\n\n`);
  } catch (error) {
    throw unwritable(error);
  }
}

function summaryFile(): string | undefined {
  return process.env["GITHUB_STEP_SUMMARY"] || undefined;
}

function unwritable(error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return alphaError(
    `The step summary ($GITHUB_STEP_SUMMARY) cannot be written: ${reason}.`,
    error,
  );
}
