import { appendFile } from "node:fs/promises";

import { alphaError } from "../../src/base/errors.ts";

/**
 * Appends Markdown to the summary of a GitHub workflow step (`$GITHUB_STEP_SUMMARY`).
 * Nothing is appended to test, before the work that fills it, whether it can be
 * written. Outside of GitHub it does nothing.
 *
 * @throws HardhatPluginError if it cannot be written.
 */
export async function appendStepSummary(markdown: string): Promise<void> {
  const file = process.env["GITHUB_STEP_SUMMARY"];
  if (!file) {
    return;
  }
  try {
    await appendFile(file, markdown);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw alphaError(
      `The step summary ($GITHUB_STEP_SUMMARY) cannot be written: ${reason}.`,
      error,
    );
  }
}
