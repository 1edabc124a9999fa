import { appendFile } from "node:fs/promises";

import { alphaError } from "../src/errors.ts";

/**
 * Appends Markdown to the summary of a GitHub workflow's step, where there is one
 * (`$GITHUB_STEP_SUMMARY`).
 *
 * @throws HardhatPluginError if it cannot be written.
 */
export async function appendStepSummary(markdown: string): Promise<void> {
  const file = process.env["GITHUB_STEP_SUMMARY"];
  if (file === undefined || file === "") {
    return;
  }
  try {
    await appendFile(file, `${markdown}\n\n`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw alphaError(
      `The step's summary $GITHUB_STEP_SUMMARY could not be written: ${reason}.`,
      error instanceof Error ? error : undefined,
    );
  }
}
